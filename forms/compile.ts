import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import { uncheckedOptions } from './ajv.ts';
import type { FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { findStep } from './journey.ts';
import { refuseFaultyForms } from './rules/check-form.ts';
import { staffForms } from './staff-forms.ts';
import { hiddenVariants, type StepSchema, stepSchema } from './ui-schema.ts';

/** Where the browser's validators are written, and read from by `browser-validator.ts`. */
export const generatedFolder = join(dirname(fileURLToPath(import.meta.url)), '.generated');
const require = createRequire(import.meta.url);

/**
 * Writes a validator module per form and step, and two indexes that load each on demand, to `.generated`: one of the forms of
 * staff, so that no visitor loads it.
 *
 * The same definitions always give the same bytes; files that did not change are not touched, and those of steps that
 * are gone are removed.
 */
export function compileForms(definitions: readonly FormDefinition[], folder: string): void {
  const files = new Map<string, string>();
  for (const definition of definitions) {
    for (const { id } of definition.ui.steps)
      files.set(`${definition.form}/${id}.js`, stepModule(definition, id));
  }
  const isForStaff = ({ form }: FormDefinition) => Object.hasOwn(staffForms, form);
  files.set('index.js', indexModule(definitions.filter((each) => !isForStaff(each))));
  files.set('staff.js', indexModule(definitions.filter(isForStaff)));
  for (const index of ['index', 'staff']) files.set(`${index}.d.ts`, indexTypes);
  for (const [name, text] of files) writeIfChanged(join(folder, name), text);
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (name.isFile() && !files.has(path.slice(folder.length + 1))) rmSync(path);
  }
}

function stepModule(definition: FormDefinition, stepId: string): string {
  const variants = hiddenVariants(definition, stepId).map((hidden) => {
    const schema = stepSchema(definition, stepId, hidden);
    return `    { schema: ${JSON.stringify(schema)}, validate: ${validateFunction(schema)} },\n`;
  });
  const shown = findStep(definition, stepId).fields.map((field) => [field, definition.ui.fields[field]]);
  const fields = JSON.stringify(Object.fromEntries(shown));
  return `export const step = {
  variants: [
${variants.join('')}  ],
  fields: ${fields},
};
`;
}

/** @returns an expression: the function that rjsf's validator compiles of a schema, with AJV set up as on the server. */
function validateFunction(schema: StepSchema): string {
  const code = compileSchemaValidatorsCode(schema as object, {
    // What rjsf sets and we do not is left out.
    ajvOptionsOverrides: { ...uncheckedOptions, multipleOfPrecision: undefined, verbose: false },
    ajvFormatOptions: false,
  });
  // Without references, a schema has no parts that are looked up alone: the module exports one function.
  return `(() => {\nconst exports = {};\n${inlineRuntime(code)}\nreturn Object.values(exports)[0];\n})()`;
}

/**
 * AJV's modules `require` small functions of its runtime, which no browser can. Each is free of other code, so its text
 * takes the place of the call.
 */
function inlineRuntime(code: string): string {
  return code.replace(/require\("(ajv\/dist\/runtime\/[a-z0-9]+)"\)\.default/g, (_all, path: string) =>
    String(require(path).default),
  );
}

function indexModule(definitions: readonly FormDefinition[]): string {
  const lines = definitions.flatMap(({ form, ui }) => [
    `  '${form}': {`,
    ...ui.steps.map(({ id }) => `    '${id}': () => import('./${form}/${id}.js'),`),
    '  },',
  ]);
  return ['export const steps = {', ...lines, '};', ''].join('\n');
}

const indexTypes = `import type { CompiledStep } from '../ui-schema.ts';

export declare const steps: Record<string, Record<string, () => Promise<{ step: CompiledStep }>>>;
`;

function writeIfChanged(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Renamed into place, so that a server that is reading never sees half a file.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

if (import.meta.main) {
  try {
    const definitions = [...allDefinitions(), ...Object.values(staffForms)];
    refuseFaultyForms(definitions);
    compileForms(definitions, generatedFolder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
