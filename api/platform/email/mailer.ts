import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Email } from './enqueue.ts';

export interface EmailWithAttachments extends Omit<Email, 'attachments'> {
  files?: { fileName: string; content: Buffer; contentType: string }[];
}

export interface Mailer {
  /**
   * @param id the outbox row's id: it becomes the Message-ID, so that an email sent twice is recognizable as one.
   * @throws whatever nodemailer throws.
   */
  send(email: EmailWithAttachments, id: string): Promise<void>;
}

interface MailSettings {
  SMTP_URL?: string | undefined;
  DATA_DIR: string;
  PUBLIC_URL: string;
}

/** With SMTP_URL, emails are sent; without it, each is written to `DATA_DIR/mail/<id>.eml`, readable by any email client. */
export function makeMailer({ SMTP_URL, DATA_DIR, PUBLIC_URL }: MailSettings): Mailer {
  const host = new URL(PUBLIC_URL).hostname;
  const compose = ({ sender, files = [], ...email }: EmailWithAttachments, id: string) => ({
    ...email,
    from: { name: sender, address: `no-reply@${host}` },
    messageId: `<${id}@${host}>`,
    attachments: files.map(({ fileName: filename, ...file }) => ({ ...file, filename })),
    // Out-of-office replies would go to an unread mailbox.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (SMTP_URL) {
    const transport = createTransport({
      url: SMTP_URL,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    });
    return { send: async (email, id) => void (await transport.sendMail(compose(email, id))) };
  }
  const folder = join(DATA_DIR, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(email, id) {
      const { message } = await transport.sendMail(compose(email, id));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
