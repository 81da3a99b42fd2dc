import type { CallReply } from '#contract/calls.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { sampleClip } from './clips/sample-clip.ts';
import type { TestShop } from './test-shop.ts';

/** The body of a form with one file. */
export function formWith(field: string, content: Buffer, fileName = 'clip.bin') {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Makes the function that uploads a sample clip as a user. */
export function clipUploader(shop: () => TestShop) {
  return async (user: KnownUser, name = 'a.mp3'): Promise<CallReply<'uploadClip'>> => {
    const { payload, headers } = formWith('clip', await sampleClip(name));
    const reply = await shop().app.inject({
      method: 'POST',
      url: '/api/clips',
      payload,
      headers: { ...headers, ...(await shop().as(user)) },
    });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json();
  };
}
