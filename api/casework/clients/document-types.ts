/** Types of client documents, with their labels. The back office and the client portal share the list. */
export const documentTypes = {
  'evidence-of-filing': 'Evidence of Filing',
  'medical-record': 'Medical record',
  'social-security-letter': 'Letter from Social Security',
  'client-contract': 'Client contract',
  identification: 'Identification',
  other: 'Other',
} as const;
export type DocumentType = keyof typeof documentTypes;

export const documentTypeNames = Object.keys(documentTypes) as [DocumentType, ...DocumentType[]];

/** Types that clients can choose. The others are assigned by staff. */
export const sentTypeNames = [
  'medical-record',
  'social-security-letter',
  'identification',
  'other',
] as const satisfies DocumentType[];
export type SentType = (typeof sentTypeNames)[number];

export const maxFilesAtOnce = 10;
export const maxSentNoteCharacters = 500;

/** 25 MiB. */
export const maxDocumentBytes = 25 * 1024 * 1024;
export const maxTitleCharacters = 120;
/** Of one TIFF. Nobody gets to see more pages of a PDF that no scanner has passed. */
export const mostTiffPages = 100;

/** The files that we take from clients and staff, for the reader, and for the `accept` of a file field. */
export const fileKinds = 'a PDF, or a JPEG, PNG, HEIC or TIFF picture';
export const acceptedFiles =
  'image/jpeg,image/png,image/heic,image/heif,image/tiff,application/pdf,.jpg,.jpeg,.png,.heic,.heif,.tif,.tiff,.pdf';

/** What is said of a file that cannot be used, by the page before it is sent and by the server after. */
export const emptyText = 'This file is empty. Choose another one';
export const tooLargeText = 'This file is larger than 25 MB. Choose a smaller one';
