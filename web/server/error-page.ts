import { escapeHtml } from '@claimdesk/api/escape-html';

/** The firm's data that a page needs when nothing else works. */
interface Firm {
  firmName: string;
  phone: string;
  phoneHref: string;
}

/**
 * A page that needs no script, no React and no database, for failures outside the pages proper.
 *
 * @param message a sentence of ours, never text from a request or a driver.
 */
export function errorPage({
  status,
  message,
  firm,
  styleSheet,
}: {
  status: number;
  message: string;
  firm: Firm | null;
  styleSheet: string | undefined;
}): string {
  const help = firm
    ? `<p>Need help now? Call <a href="${escapeHtml(firm.phoneHref)}">${escapeHtml(firm.phone)}</a>.</p>`
    : '';
  const sheet = styleSheet ? `<link rel="stylesheet" href="${escapeHtml(styleSheet)}">` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(message)}</title>
${sheet}
</head>
<body>
<main class="wrap prose error-page">
<p class="error-code">Error ${status}</p>
<h1>${escapeHtml(message)}</h1>
${help}
<p><a class="button" href="/">Return to Home</a></p>
</main>
</body>
</html>
`;
}
