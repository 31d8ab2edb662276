import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { addNotesPage } from './pdf-notes.ts';
import { untaggedJpeg, untaggedJpeg2000 } from './picture-tags.ts';

/** The rewritten file, or the reason why there is none. */
export type RewrittenPdf = Uint8Array | 'protected' | 'damaged';

/** Keys of the document catalog that affect how pages look and are read aloud. All others are dropped. */
const rootKeys = [
  'Type',
  'Version',
  'Pages',
  'PageLabels',
  'PageLayout',
  'Lang',
  'MarkInfo',
  'StructTreeRoot',
  'OCProperties',
  'AcroForm',
  'Outlines',
  'Dests',
  'Names',
];
/** Names kept: destinations only, no scripts and no attached files. */
const nameKeys = ['Dests'];
/** Form keys kept: those that render the fields. Not XFA, which is a form of its own, and no calculation order. */
const formKeys = ['Fields', 'DR', 'DA', 'Q', 'NeedAppearances'];

/** Actions on a click or on opening a page, except jumps within the document. */
const actions = [
  'GoToR',
  'GoToE',
  'GoToDp',
  'Launch',
  'Thread',
  'URI',
  'Sound',
  'Movie',
  'Hide',
  'Named',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'SetOCGState',
  'Rendition',
  'Trans',
  'GoTo3DView',
  'JavaScript',
  'RichMediaExecute',
];
/** Attachments, media, metadata, and signatures, which no longer match the file. */
const unwantedTypes = ['Metadata', 'EmbeddedFile', 'Filespec', 'F', 'Sig', 'DocTimeStamp'];
const unwantedSubtypes = ['XML', 'PS', 'FileAttachment', 'Sound', 'Movie', 'Screen', '3D', 'RichMedia'];
/** Keys of pages, annotations and pictures that hold metadata, trigger actions, or refer to other files. */
const unwantedKeys = ['PieceInfo', 'LastModified', 'Thumb', 'AF', 'AA', 'Metadata', 'Ref', 'OPI'];
/** Stream content in an external file. */
const externalKeys = ['F', 'FFilter', 'FDecodeParms'];
/** Maximum depth of references to references. Real programs write none. */
const mostSteps = 8;

/**
 * Rewrites a PDF with only what its pages show. It follows the document from its root, drops actions, attachments and metadata on
 * the way, and writes only the objects that it reached, so nothing else is left in the file. The text of notes is listed on a page.
 *
 * @param password with which the document opens; it is written without one.
 */
async function rewritten(bytes: Uint8Array, password?: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, {
    throwOnInvalidObject: true,
    updateMetadata: false,
    ...(password !== undefined && { password }),
  });
  if (pdf.getPageCount() === 0) throw new Error('The document has no page.');
  await addNotesPage(pdf);
  const { context } = pdf;
  const { Root } = context.trailerInfo;
  const root = context.lookup(Root, PDFDict);
  keepOnly(root, rootKeys);
  keepOnly(root.lookupMaybe(PDFName.of('Names'), PDFDict), nameKeys);
  keepOnly(root.lookupMaybe(PDFName.of('AcroForm'), PDFDict), formKeys);
  const kept = follow(root, context);
  if (Root instanceof PDFRef) kept.add(Root);
  for (const [ref] of context.enumerateIndirectObjects()) if (!kept.has(ref)) context.delete(ref);
  context.trailerInfo = { Root };
  return pdf.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
}

function keepOnly(dict: PDFDict | undefined, keys: readonly string[]): void {
  for (const key of dict?.keys() ?? []) if (!keys.includes(nameOf(key))) dict?.delete(key);
}

/** Cleans everything reachable from the root. @returns the references that it reached. */
function follow(root: PDFDict, context: PDFContext): Set<PDFRef> {
  const kept = new Set<PDFRef>();
  const waiting: PDFObject[] = [root];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (kept.has(object)) continue;
      kept.add(object);
      const target = context.lookup(object);
      if (target) waiting.push(target);
      if (target instanceof PDFRawStream) context.assign(object, withoutTags(target, context));
    } else if (object instanceof PDFArray) {
      for (let at = object.size() - 1; at >= 0; at -= 1) {
        const part = object.get(at);
        if (isUnwanted(part, context)) object.remove(at);
        else waiting.push(part);
      }
    } else {
      const dict = dictOf(object);
      if (!dict) continue;
      if (object instanceof PDFStream) for (const key of externalKeys) dict.delete(PDFName.of(key));
      for (const [key, value] of dict.entries()) {
        if (isUnwanted(value, context) || isUnwantedKey(key, dict)) dict.delete(key);
        else waiting.push(value);
      }
    }
  }
  return kept;
}

/** In a resource dictionary, keys are names chosen by the document and have no meaning of their own. */
function isUnwantedKey(key: PDFName, dict: PDFDict): boolean {
  const isList =
    !dict.has(PDFName.of('Type')) && !dict.has(PDFName.of('Subtype')) && !dict.has(PDFName.of('FT'));
  return !isList && unwantedKeys.includes(nameOf(key));
}

function isUnwanted(value: PDFObject, context: PDFContext): boolean {
  let target: PDFObject | undefined = value;
  for (let step = 0; target instanceof PDFRef; step += 1) {
    if (step === mostSteps) return true;
    target = context.lookup(target);
  }
  const dict = dictOf(target);
  if (!dict) return false;
  const [type = '', subtype = '', action = ''] = ['Type', 'Subtype', 'S'].map((key) =>
    nameOf(dict.lookup(PDFName.of(key))),
  );
  return (
    unwantedTypes.includes(type) ||
    // Some can be recognized only by a key of their own.
    ['EF', 'ByteRange'].some((key) => dict.has(PDFName.of(key))) ||
    actions.includes(action) ||
    unwantedSubtypes.includes(subtype)
  );
}

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}

function nameOf(object: PDFObject | undefined): string {
  return object instanceof PDFName ? object.decodeText() : '';
}

/** How to remove the metadata of a picture, by the last of its filters. */
const untag = new Map([
  ['DCTDecode', untaggedJpeg],
  ['JPXDecode', untaggedJpeg2000],
]);

/**
 * Removes the metadata of a photograph in a PDF: where, when and with which phone it was taken. If the file is compressed once
 * more, it is decompressed first.
 */
function withoutTags(stream: PDFRawStream, context: PDFContext): PDFRawStream {
  const filters = listOf(stream.dict.lookup(PDFName.of('Filter')));
  const last = filters.at(-1);
  const untagged = untag.get(nameOf(last));
  if (!last || !untagged) return stream;
  const others = filters.slice(0, -1);
  if (others.length === 0) return PDFRawStream.of(stream.dict, untagged(stream.contents));
  const parms = listOf(stream.dict.lookup(PDFName.of('DecodeParms')));
  const packed = PDFDict.withContext(context);
  packed.set(PDFName.of('Filter'), context.obj(others));
  if (parms.length > 0) packed.set(PDFName.of('DecodeParms'), context.obj(parms.slice(0, others.length)));
  const contents = decodePDFRawStream(PDFRawStream.of(packed, stream.contents)).decode();
  stream.dict.set(PDFName.of('Filter'), last);
  stream.dict.delete(PDFName.of('DecodeParms'));
  const own = parms[others.length];
  if (own instanceof PDFDict) stream.dict.set(PDFName.of('DecodeParms'), own);
  return PDFRawStream.of(stream.dict, untagged(contents));
}

/** @returns the values of a key that can hold one object or an array. */
function listOf(object: PDFObject | undefined): PDFObject[] {
  if (!(object instanceof PDFArray)) return object ? [object] : [];
  return object.asArray().map((_, at) => object.lookup(at) ?? PDFNull);
}

/** Deterministic: the same input gives the same bytes. */
export async function rewritePdf(bytes: Uint8Array): Promise<RewrittenPdf> {
  try {
    return await rewritten(bytes);
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) return 'damaged';
  }
  try {
    // With only an owner's password, a document opens for everybody, but says what may be done with it.
    return await rewritten(bytes, '');
  } catch {
    return 'protected';
  }
}
