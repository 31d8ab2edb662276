import { parentPort, workerData } from 'node:worker_threads';
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
import { untaggedJpeg, untaggedJpeg2000 } from './picture-tags.ts';

/** The rewritten file, or why there is none. */
export type RewrittenPdf = Uint8Array | 'protected' | 'damaged';

/** What of a document's root has to do with how its pages look and are read out. Everything else goes. */
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
/** Of its names, those of places in it: not scripts, not attached files. */
const nameKeys = ['Dests'];
/** Of its form, what renders the fields: not XFA, which is a form of its own, and no order of calculations. */
const formKeys = ['Fields', 'DR', 'DA', 'Q', 'NeedAppearances'];

/** What can happen at a click or when a page is opened, but for jumping to a place in the document. */
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
/** Attached and played files, descriptions of the document, and signatures, which no longer fit it. */
const unwantedTypes = ['Metadata', 'EmbeddedFile', 'Filespec', 'F', 'Sig', 'DocTimeStamp'];
const unwantedSubtypes = ['XML', 'PS', 'FileAttachment', 'Sound', 'Movie', 'Screen', '3D', 'RichMedia'];
/** Keys of pages, their annotations and pictures that say who made them with what, start something, or lead to other files. */
const unwantedKeys = ['PieceInfo', 'LastModified', 'Thumb', 'AF', 'AA', 'Metadata', 'Ref', 'OPI'];
/** Content of a stream that lies in another file. */
const externalKeys = ['F', 'FFilter', 'FDecodeParms'];
/** References to references; no program writes even one. */
const mostSteps = 8;

/**
 * Reads a PDF and writes anew what its pages show. It follows the document from its root, drops on the way what acts, what is
 * attached and what describes the document, and writes only what it has come by: nothing else travels in the file.
 */
async function rewritten(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });
  if (pdf.getPageCount() === 0) throw new Error('The document has no page.');
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

/** Cleans everything that can be reached from the root. @returns the references that it came by. */
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

/** In a list of resources any key is a name that the document chose, so it says nothing there. */
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
    // Some say what they are by a key of their own only.
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

/** How to take out of a picture what describes it, by the last of its filters. */
const untag = new Map([
  ['DCTDecode', untaggedJpeg],
  ['JPXDecode', untaggedJpeg2000],
]);

/**
 * A photograph in a PDF brings its own description along: where, when and with which phone it was taken. Where its file was packed
 * once more, it is unpacked for that.
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

/** @returns what a key has that can be one object or an array of them. */
function listOf(object: PDFObject | undefined): PDFObject[] {
  if (!(object instanceof PDFArray)) return object ? [object] : [];
  return object.asArray().map((_, at) => object.lookup(at) ?? PDFNull);
}

async function answer(bytes: Uint8Array): Promise<RewrittenPdf> {
  try {
    return await rewritten(bytes);
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'protected' : 'damaged';
  }
}

parentPort?.postMessage(await answer(workerData));
