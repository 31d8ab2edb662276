/** @param file a PDF in base64. @returns it as a download that no cache keeps. */
export function pdfAnswer({ fileName, content }: { fileName: string; content: string }): Response {
  return new Response(Buffer.from(content, 'base64'), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
}
