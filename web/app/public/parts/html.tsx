interface HtmlProps {
  /** Made by our own server from what editors wrote: escaped text, with links to web, email and phone only. */
  html: string;
  className?: string;
}

/** The only component of the public pages that renders raw HTML. */
export function Html({ html, className = 'prose' }: HtmlProps) {
  if (!html) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server, see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
