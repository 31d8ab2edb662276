export const importsPath = '/admin/import';

export function importPath(id: string): string {
  return `${importsPath}/${id}`;
}
