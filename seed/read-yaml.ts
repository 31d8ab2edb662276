import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';

/** Reads a YAML file of this folder. @throws Error as `holdTo` does. */
export async function readYaml<Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.infer<Shape>> {
  return holdTo(file, shape, parse(await readFile(join(import.meta.dirname, file), 'utf8')));
}

/**
 * Checks the content of a file against its shape.
 *
 * @throws Error that names the file and the place in it, for what is missing, of another kind or not known.
 */
export function holdTo<Shape extends z.ZodType>(
  file: string,
  shape: Shape,
  content: unknown,
): z.infer<Shape> {
  const read = shape.safeParse(content);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`seed/${file} can't be used. ${faults.join('; ')}`);
}

/** @returns the names of the YAML files in a folder, without their ending, in order. */
export async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, folder));
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort();
}
