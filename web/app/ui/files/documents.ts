/** @param file a PDF in base64. @returns an uncached download of it. */
export function pdfDownload({ fileName, content }: { fileName: string; content: string }): Response {
  return new Response(Buffer.from(content, 'base64'), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
}

/** @param hex SHA-256 in hexadecimal. @returns it in groups of eight, to compare by eye or read out. */
export function formatFingerprint(hex: string): string {
  return hex.match(/.{1,8}/g)?.join(' ') ?? '';
}

/** @returns a size in words, such as `340 KB` or `12.3 MB`. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  if (kilobytes < 1024) return `${kilobytes} KB`;
  return `${(bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

export function fileCount(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
