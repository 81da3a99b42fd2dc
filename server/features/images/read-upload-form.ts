import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';

const field = 'image';

/**
 * The bytes of the one file in a form, as they arrive. The stream ends only after the whole form was read and found
 * valid, so a reader that has reached the end may start to work on the bytes.
 * @throws Problem wrong-content when the body is not a form; bad-input when the form has another field, several files or
 *   none, or is cut off
 */
export async function* readUploadForm(request: FastifyRequest): AsyncGenerator<Buffer> {
  if (!request.isMultipart()) {
    throw refusal(
      msg`Send the picture as multipart/form-data, in the field image`,
      'wrong-content',
    );
  }
  // The parser of forms would wait forever for the end of a request that is already over.
  if (request.raw.destroyed) throw damagedForm();
  let isFound = false;
  for await (const part of withFormErrors(request.parts())) {
    if (part.fieldname !== field) throw refusal(msg`The form may only have the field image`);
    if (part.type !== 'file') throw refusal(msg`The field image must be a file`);
    if (isFound) throw refusal(msg`Send one picture at a time`);
    isFound = true;
    yield* withFormErrors<Buffer>(part.file);
  }
  if (!isFound) throw refusal(msg`The picture is missing: send it in the field image`);
}

/** The bytes of a refused upload that are still read, and the time for that. */
const drainLimits = { bytes: 3 * limits.imageBytes, timeoutMs: 10_000 };

/**
 * Reads and discards the rest of a request that is about to be refused. Most clients read the response only after they
 * have sent the whole body; if the server closed the connection earlier, they would show a connection error instead of
 * the reason. A request that exceeds the limits has its connection closed after the response.
 */
export async function drainRequest(request: IncomingMessage, reply: FastifyReply): Promise<void> {
  request.unpipe();
  if (request.readableEnded || request.destroyed) return;
  if (!(await endsWithinLimits(request))) reply.header('connection', 'close');
}

function endsWithinLimits(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => finish(false), drainLimits.timeoutMs);
    function finish(hasEnded: boolean): void {
      clearTimeout(timer);
      resolve(hasEnded);
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > drainLimits.bytes) finish(false);
    });
    request.once('close', () => finish(true));
    request.once('end', () => finish(true));
    request.resume();
  });
}

async function* withFormErrors<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* source;
  } catch (cause) {
    throw damagedForm(cause);
  }
}

function damagedForm(cause?: unknown): Problem {
  return refusal(msg`The form is damaged or incomplete`, 'bad-input', cause);
}

function refusal(
  detail: ProblemText,
  code: 'bad-input' | 'wrong-content' = 'bad-input',
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field, message: detail }], cause });
}
