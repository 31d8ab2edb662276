/** A PNG of 4 by 3 red pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12P4z8AARww4OQD1MQv1/hKVGAAAAABJRU5ErkJggg==',
  'base64',
);

/** @returns a picture that is another file for each name; what follows a PNG is no part of it. */
export function pictureOf(name: string): Buffer<ArrayBuffer> {
  return Buffer.concat([png, Buffer.from(name)]);
}
