import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Letter } from './enqueue.ts';

/** A letter whose attachments were read. */
export interface Parcel extends Omit<Letter, 'attachments'> {
  files?: { fileName: string; content: Buffer; contentType: string }[];
}

export interface Mailer {
  /**
   * @param id the outbox row's id: it makes the Message-ID, so that a letter sent twice is recognisable as one.
   * @throws whatever the mail server's connection throws.
   */
  send(parcel: Parcel, id: string): Promise<void>;
}

interface MailSettings {
  SMTP_URL?: string | undefined;
  DATA_DIR: string;
  PUBLIC_URL: string;
}

/** With SMTP_URL letters are sent; without, each lands as `DATA_DIR/mail/<id>.eml`, readable by any mail program. */
export function makeMailer({ SMTP_URL, DATA_DIR, PUBLIC_URL }: MailSettings): Mailer {
  const host = new URL(PUBLIC_URL).hostname;
  const compose = ({ sender, files = [], ...letter }: Parcel, id: string) => ({
    ...letter,
    from: { name: sender, address: `no-reply@${host}` },
    messageId: `<${id}@${host}>`,
    attachments: files.map(({ fileName: filename, ...file }) => ({ ...file, filename })),
    // Out-of-office answers would go to a mailbox that nobody reads.
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
    return { send: async (parcel, id) => void (await transport.sendMail(compose(parcel, id))) };
  }
  const folder = join(DATA_DIR, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(parcel, id) {
      const { message } = await transport.sendMail(compose(parcel, id));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
