import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

/** What the test asks mailpit for, on a machine that can't have mailpit: takes every mail, and lists the newest first. */
const messages: { To: { Address: string }[]; Subject: string }[] = [];

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, { envelope }, done) {
    const mail = Buffer.concat(await stream.toArray()).toString();
    const To = envelope.rcptTo.map(({ address }) => ({ Address: address }));
    messages.unshift({ To, Subject: /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '' });
    done();
  },
});
smtp.listen(1025);
createServer((_request, response) => response.end(JSON.stringify({ messages }))).listen(8025);
process.on('SIGTERM', () => process.exit(0));
