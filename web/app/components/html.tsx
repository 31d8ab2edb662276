interface HtmlProps {
  /** Made by our own server from what editors wrote: escaped text, and links to web, mail and phone only. */
  html: string;
  className?: string;
}

/** The one place of the public pages where HTML is printed as it is. */
export function Html({ html, className = 'prose' }: HtmlProps) {
  if (!html) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server, see above
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
