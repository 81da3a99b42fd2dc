import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';

/** A request that the fake received. */
interface RecordedRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, unknown>>;
}

/**
 * Starts a server with imgbb's documented API (https://api.imgbb.com): an upload is a form with the field `image`, the key
 * is in the query, and pages of every origin may read the response. Pictures are stored unchanged, with their metadata.
 * @param misbehave adds routes with unusual responses
 */
export async function startFakeImgbb(misbehave?: (app: FastifyInstance) => void) {
  const key = 'a1b2c3d4e5f6';
  const pictures = new Map<string, { content: Buffer; type: string }>();
  const requests: RecordedRequest[] = [];
  const app = Fastify({ bodyLimit: 33_554_432 });
  await app.register(multipart, { limits: { fileSize: 33_554_432 } });
  let origin = '';

  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    requests.push({ method, path: url, headers });
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Cache-Control, X-Requested-With, Content-Type',
      'access-control-allow-methods': 'POST, GET, OPTIONS',
    });
  });
  let refusesPreflight = false;
  app.options('/1/upload', async (_request, reply) =>
    reply.code(refusesPreflight ? 400 : 200).send(),
  );

  app.post<{ Querystring: { key?: string } }>('/1/upload', async (request, reply) => {
    if (request.query.key !== key) return reply.code(400).send(fault(100, 'Invalid API v1 key.'));
    const file = await request.file();
    if (file?.fieldname !== 'image') {
      return reply.code(400).send(fault(130, 'Empty upload source.'));
    }
    const id = `p${pictures.size + 1}`;
    const path = `/${id}/${file.filename}`;
    pictures.set(path, { content: await file.toBuffer(), type: file.mimetype });
    return { data: dataOf(id, origin + path), success: true, status: 200 };
  });

  app.get('/*', async ({ url }, reply) => {
    const picture = pictures.get(url);
    if (!picture) return reply.code(404).type('text/html').send('<h1>404</h1>');
    return reply.type(picture.type).send(picture.content);
  });

  misbehave?.(app);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    key,
    origin,
    requests,
    pictures,
    uploadUrl: `${origin}/1/upload`,
    /** Adds a picture as another client's upload would. @returns its URL */
    addPicture(name: string, content: Buffer): string {
      pictures.set(`/${name}`, { content, type: 'image/jpeg' });
      return `${origin}/${name}`;
    },
    /** Whether CORS preflight requests fail. */
    refusePreflight(refuses: boolean): void {
      refusesPreflight = refuses;
    },
    async close(): Promise<void> {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function dataOf(id: string, url: string) {
  return {
    id,
    title: id,
    url,
    display_url: url,
    url_viewer: `https://ibb.co/${id}`,
    delete_url: `https://ibb.co/${id}/670a7e48ddcb85ac340c717a41047e5c`,
    // SummaryFigures come as text, as the documentation shows them.
    width: '1600',
    height: '1200',
    size: '42',
    time: '1552042565',
    expiration: '0',
  };
}

function fault(code: number, message: string) {
  return { status_code: 400, error: { message, code }, status_txt: 'Bad Request' };
}
