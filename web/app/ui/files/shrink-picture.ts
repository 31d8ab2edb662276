import { maxDocumentBytes } from '@claimdesk/api/document-types';

/** A letter at 360 dots per inch; older phones draw no picture of more than 16 megapixels. */
const mostPixels = 12_000_000;
const jpegQuality = 0.85;

/**
 * Makes a JPEG of a picture, upright and with at most 12 megapixels, so that its text stays legible.
 *
 * @throws when the browser cannot read this kind of picture.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(picture.width * scale));
  canvas.height = Math.max(1, Math.floor(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  // What is transparent would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', jpegQuality));
  if (!jpeg || jpeg.size > maxDocumentBytes) throw new Error('The picture did not get smaller.');
  return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
}
