export const listPath = '/admin/contracts';

export function contractPath(id: string): string {
  return `${listPath}/${id}`;
}

export function pdfPath(id: string): string {
  return `${contractPath(id)}/pdf`;
}
