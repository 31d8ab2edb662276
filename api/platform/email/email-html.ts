import { escapeHtml } from '#api/platform/http/escape-html.ts';
import { closingLines, type EmailParts } from './email-parts.ts';

/**
 * The styles of emails. Email clients strip what they don't support, so there are no images, scripts, fonts or remote
 * resources; every style is inline, plus a style sheet for dark mode where the client reads one. Colors and sizes are
 * those of the pages (all text has a contrast of 7:1 or more in both schemes).
 */
const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const styles = {
  page: 'margin:0;padding:0;background-color:#faf7f2;',
  card: `max-width:600px;margin:0 auto;padding:24px 20px;background-color:#ffffff;color:#16232e;text-align:left;${font}`,
  firm: `margin:0 0 24px;font-size:18px;line-height:1.5;color:#0a4a63;font-weight:bold;${font}`,
  heading: `margin:0 0 16px;font-size:26px;line-height:1.3;color:#16232e;font-weight:bold;${font}`,
  text: `margin:0 0 18px;font-size:18px;line-height:1.6;color:#16232e;${font}`,
  reference: `margin:0 0 24px;padding:12px 16px;border-left:4px solid #0a4a63;background-color:#eaf2f5;font-size:18px;line-height:1.6;color:#16232e;${font}`,
  code: 'font-size:22px;font-weight:bold;letter-spacing:1px;white-space:nowrap;',
  button: `display:inline-block;padding:14px 24px;border:2px solid #0a4a63;border-radius:6px;background-color:#0a4a63;color:#ffffff;font-size:18px;line-height:1.3;font-weight:bold;text-decoration:none;${font}`,
  address: `margin:0 0 24px;font-size:17px;line-height:1.6;color:#3f4f5c;word-break:break-all;overflow-wrap:anywhere;${font}`,
  link: 'color:#0b5c8a;text-decoration:underline;',
  closing: `margin:0 0 8px;font-size:17px;line-height:1.6;color:#3f4f5c;${font}`,
  rule: 'height:1px;margin:8px 0 20px;border:0;background-color:#6b7a86;',
} as const;

const darkSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #0d171f !important; }
  .card { background-color: #16232e !important; }
  .card h1, .card .text { color: #f3f6f8 !important; }
  .card .firm { color: #9fd3ea !important; }
  .card .closing, .card .address { color: #ccd6de !important; }
  .card .reference { background-color: #22343f !important; border-color: #9fd3ea !important; color: #f3f6f8 !important; }
  .card .button { background-color: #9fd3ea !important; border-color: #9fd3ea !important; color: #0d171f !important; }
  .card .link { color: #9fd3ea !important; }
}`;

/** @returns the HTML: one column of real text, readable at any width from 320 px up. */
export function emailHtml({ firm, subject, heading, paragraphs, action, reference }: EmailParts): string {
  const body = [
    firm.name && paragraph('firm', escapeHtml(firm.name)),
    `<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph('text', escapeHtml(text))),
    action && actionHtml(action),
    reference && referenceHtml(reference),
    `<hr style="${styles.rule}">`,
    ...closingLines(firm).map((line) => paragraph('closing', dialable(escapeHtml(line), firm))),
  ];
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="date=no, address=no">
<title>${escapeHtml(subject)}</title>
<style>${darkSheet}
</style>
</head>
<body class="page" style="${styles.page}">
${outlookColumn(`<main class="card" style="${styles.card}">\n${body.filter(Boolean).join('\n')}\n</main>`)}
</body>
</html>
`;
}

function paragraph(kind: 'firm' | 'text' | 'closing' | 'address' | 'reference', html: string): string {
  return `<p class="${kind}" style="${styles[kind]}">${html}</p>`;
}

/** The URL is shown below as well, so that it can be copied when an email client breaks the button. */
function actionHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return [
    `<p style="margin:0 0 18px;"><a class="button" href="${href}" style="${styles.button}">${escapeHtml(label)}</a></p>`,
    paragraph(
      'address',
      `If the button does not work, open this address: <a class="link" href="${href}" style="${styles.link}">${href}</a>`,
    ),
  ].join('\n');
}

function referenceHtml(reference: string): string {
  const code = `<span style="${styles.code}">${escapeHtml(reference)}</span>`;
  return paragraph('reference', `Your reference:<br>${code}`);
}

function dialable(html: string, { phone, phoneHref }: EmailParts['firm']): string {
  if (!phone) return html;
  const link = `<a class="link" href="${escapeHtml(phoneHref)}" style="${styles.link}white-space:nowrap;">${escapeHtml(phone)}</a>`;
  return html.replace(escapeHtml(phone), () => link);
}

/** Outlook on Windows does not support max-width: a table that only it sees keeps the lines readable there. */
function outlookColumn(html: string): string {
  const open =
    '<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td>';
  return `<!--[if mso]>${open}<![endif]-->\n${html}\n<!--[if mso]></td></tr></table><![endif]-->`;
}
