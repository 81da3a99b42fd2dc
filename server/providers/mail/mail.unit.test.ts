import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createFileOutbox } from './file-outbox.ts';
import { type MailProvider, MailUnavailable } from './port.ts';
import { createSmtpMail } from './smtp.ts';

/** A received mail. */
interface ReceivedMail {
  to: string;
  source: string;
}

interface Destination {
  mail: MailProvider;
  received(): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

const logged: string[] = [];
const from = { name: 'Reprise', address: 'shop@reprise.test' };

async function outbox(): Promise<Destination & { folder: string }> {
  const root = await mkdtemp(join(tmpdir(), 'reprise-test-outbox-'));
  const folder = join(root, 'outbox');
  const log = { warn: (fields: object) => logged.push(JSON.stringify(fields)) };
  return {
    folder,
    mail: createFileOutbox({ folder, from, clock: systemClock, log }),
    async received() {
      const files = (await readdir(folder)).sort();
      const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      return sources.map((source) => ({ source, to: /^To: (.*)$/m.exec(source)?.[1] ?? '' }));
    },
    close: () => rm(root, { recursive: true }),
  };
}

async function mailServer(): Promise<Destination> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      done(address.startsWith('full') ? new Error(`No room for ${address}`) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8');
        received.push({ source, to: envelope.rcptTo[0]?.address ?? '' });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mail = createSmtpMail({
    url: `smtp://127.0.0.1:${port}`,
    from,
  });
  return {
    mail,
    received: async () => received,
    async close() {
      await mail.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ['outbox', outbox],
  ['smtp', mailServer],
])('%s', (name, open) => {
  let destination: Destination;
  beforeAll(async () => {
    destination = await open();
  });
  afterAll(() => destination.close());

  it('a mail is delivered to its recipient', async () => {
    const link = 'https://shop.test/verify-email?token=abc.def-ghi_jkl';
    expect(destination.mail.name).toBe(name);
    await destination.mail.send({
      to: 'zoe@reprise.test',
      subject: 'Is it yours?',
      text: `Open\n${link}\n`,
    });
    const [received] = await destination.received();
    expect(received?.to).toBe('zoe@reprise.test');
    expect(received?.source).toMatch(/^Subject: Is it yours\?\r?$/m);
    expect(received?.source).toContain(link);
  });

  it('a mail has HTML beside the text, and a repeated mail the same id', async () => {
    const id = '01900000-0000-7000-8000-00000000000a';
    const mail = {
      to: 'zoe@reprise.test',
      subject: 'Twice',
      text: 'in words',
      html: '<p>as a page</p>',
    };
    await destination.mail.send({ ...mail, id });
    await destination.mail.send({ ...mail, id });
    const received = (await destination.received()).filter(({ source }) =>
      /^Subject: Twice/m.test(source),
    );
    // The outbox has one file; a mail server receives both with one Message-ID.
    const names = new Set(received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]));
    expect(names.size).toBe(1);
    if (name === 'smtp') expect([...names][0]).toContain(id);
    else expect(received).toHaveLength(1);
    expect(received[0]?.source).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(received[0]?.source).toContain('in words');
    expect(received[0]?.source).toContain('<p>as a page</p>');
  });

  it('a mail contains the pictures that its HTML shows', async () => {
    const content = Buffer.from('GIF89a and so on');
    await destination.mail.send({
      to: 'zoe@reprise.test',
      subject: 'With a picture',
      text: 'in words',
      html: '<img src="cid:code@reprise" alt="">',
      pictures: [{ cid: 'code@reprise', type: 'image/gif', content }],
    });
    const source = (await destination.received())
      .map((received) => received.source.replaceAll('\r', ''))
      .find((received) => received.includes('Subject: With a picture'));
    const related = /^Content-Type: multipart\/related;[\s\S]*?boundary="([^"]+)"$/m.exec(
      source ?? '',
    );
    const [, page, picture] = source?.split(`--${related?.[1]}`) ?? [];
    expect(source?.indexOf('multipart/alternative')).toBeLessThan(related?.index ?? 0);
    expect(page).toContain('Content-Type: text/html');
    expect(picture).toMatch(/^Content-Type: image\/gif$/m);
    expect(picture).toMatch(/^Content-I[dD]: <code@reprise>$/m);
    expect(picture).toMatch(/^Content-Disposition: inline$/m);
    expect(picture).toContain(content.toString('base64'));
  });

  it('mail programs can unsubscribe with one request, with an address of any length', async () => {
    const unsubscribeLink = `https://shop.test/unsubscribe?token=${'a1b2-'.repeat(30)}`;
    const subject = 'New in the shop';
    await destination.mail.send({ to: 'zoe@reprise.test', subject, text: 'x', unsubscribeLink });
    const source = (await destination.received()).find((received) =>
      received.source.includes(`Subject: ${subject}`),
    )?.source;
    expect(source?.replaceAll(/\r?\n[ \t]+/g, ' ')).toContain(
      `List-Unsubscribe: <${unsubscribeLink}>`,
    );
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  });

  it('a mail says who sends it, and that a program does', async () => {
    await destination.mail.send({ to: 'zoe@reprise.test', subject: 'From', text: 'x' });
    const { source = '' } = (await destination.received()).at(-1) ?? {};
    expect(source).toMatch(/^From: "?Reprise"? <shop@reprise.test>\r?$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });

  it('a mail names its language', async () => {
    const mail = { to: 'zoe@reprise.test', subject: 'In Arabic', text: 'x', language: 'ar' };
    await destination.mail.send(mail);
    const received = (await destination.received()).find(({ source }) =>
      source.includes('Subject: In Arabic'),
    );
    expect(received?.source).toMatch(/^Content-Language: ar\r?$/m);
  });

  it('a mail has the subject as written, whatever its letters look like', async () => {
    const subjects = [
      'Zoë sold 渡辺’s horn 🎺',
      '=?utf-8?Q?x?= was sold',
      'Zoë =?utf-8?Q?x?=',
      `A “${'long '.repeat(40)}” one`,
      'long '.repeat(40).trim(),
    ];
    for (const subject of subjects) {
      await destination.mail.send({ to: 'zoe@reprise.test', subject, text: 'x' });
    }
    const sources = (await destination.received()).map(({ source }) => source);
    const shown = sources.map(shownSubject);
    for (const subject of subjects) expect(shown).toContain(subject);
    for (const source of sources) expect(source).toMatch(/^Subject: [\x20-\x7e]*\r?$/m);
  });

  it('a mail prevents header injection', async () => {
    const before = (await destination.received()).length;
    const subject = 'Hello\r\nBcc: eve@reprise.test';
    await destination.mail.send({ to: 'zoe@reprise.test', subject, text: 'x' });
    const received = (await destination.received())[before];
    expect(received?.source).not.toMatch(/^Bcc:/m);
  });
});

/** The subject as a mail program shows it (RFC 2047). */
function shownSubject(source: string): string {
  const [, folded = ''] = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(source) ?? [];
  return folded
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .replaceAll(/\?=\s+(?==\?)/g, '?=')
    .replaceAll(/(?:=\?UTF-8\?Q\?[^?]*\?=)+/g, (words) => {
      const bytes = words.replaceAll(/=\?UTF-8\?Q\?|\?=/g, '').replaceAll('_', ' ');
      return decodeURIComponent(bytes.replaceAll('%', '%25').replaceAll(/=([0-9A-F]{2})/g, '%$1'));
    });
}

describe('a mail server', () => {
  it('a mail server that refuses a recipient takes other mails', async () => {
    const destination = await mailServer();
    const refused = destination.mail.send({ to: 'full@reprise.test', subject: 'x', text: 'y' });
    await expect(refused).rejects.not.toBeInstanceOf(MailUnavailable);
    await destination.mail.send({ to: 'zoe@reprise.test', subject: 'x', text: 'y' });
    expect(await destination.received()).toHaveLength(1);
    await destination.close();
  });

  it('a mail server that does not answer is unavailable', async () => {
    const mail = createSmtpMail({ url: 'smtp://127.0.0.1:1', from });
    const refused = mail.send({ to: 'zoe@reprise.test', subject: 'x', text: 'y' });
    await expect(refused).rejects.toBeInstanceOf(MailUnavailable);
    await mail.close();
  });
});

it('the outbox on a disk that takes no files is unavailable', async () => {
  const root = await mkdtemp(join(tmpdir(), 'reprise-test-outbox-'));
  await writeFile(join(root, 'file'), '');
  const folder = join(root, 'file', 'outbox');
  const mail = createFileOutbox({
    folder,
    from,
    clock: systemClock,
    log: { warn: () => undefined },
  });
  const refused = mail.send({ to: 'zoe@reprise.test', subject: 'x', text: 'y' });
  await expect(refused).rejects.toBeInstanceOf(MailUnavailable);
  await rm(root, { recursive: true });
});

it('the outbox logs the file and not the recipient', async () => {
  const destination = await outbox();
  await destination.mail.send({ to: 'zoe@reprise.test', subject: 'x', text: 'y' });
  const [file = ''] = await readdir(destination.folder);
  expect(logged.at(-1)).toBe(JSON.stringify({ file }));
  // A link that resets a password lies in it.
  expect((await stat(join(destination.folder, file))).mode & 0o077).toBe(0);
  await destination.close();
});

it('a mail that the server rejects fails', async () => {
  const destination = await mailServer();
  const mail = { to: 'full@reprise.test', subject: 'x', text: 'y' };
  await expect(destination.mail.send(mail)).rejects.toMatchObject({
    responseCode: expect.any(Number),
  });
  await destination.close();
});
