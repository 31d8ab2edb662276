/** The head of a page that only staff see: a title without anything personal, and nothing for search engines. */
export function backOfficeMeta(title: string) {
  return [{ title: `${title} | Back office` }, { name: 'robots', content: 'noindex' }];
}
