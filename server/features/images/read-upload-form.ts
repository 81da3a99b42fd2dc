import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';

/** The field of the file, and what is said of a form that is none of ours. */
export interface UploadForm {
  field: string;
  notAForm: ProblemText;
  otherField: ProblemText;
  notAFile: ProblemText;
  several: ProblemText;
  missing: ProblemText;
}

const pictureForm: UploadForm = {
  field: 'image',
  notAForm: msg`Send the picture as multipart/form-data, in the field image`,
  otherField: msg`The form may only have the field image`,
  notAFile: msg`The field image must be a file`,
  several: msg`Send one picture at a time`,
  missing: msg`The picture is missing: send it in the field image`,
};

/**
 * The bytes of the one file in a form, as they arrive. The stream ends only after the whole form was read and found
 * valid, so a reader that has reached the end may start to work on the bytes.
 * @throws Problem wrong-content when the body is not a form; bad-input when the form has another field, several files or
 *   none, or is cut off
 */
export async function* readUploadForm(
  request: FastifyRequest,
  form = pictureForm,
): AsyncGenerator<Buffer> {
  const { field } = form;
  if (!request.isMultipart()) throw refusal(field, form.notAForm, 'wrong-content');
  // The parser of forms would wait forever for the end of a request that is already over.
  if (request.raw.destroyed) throw damagedForm(field);
  let isFound = false;
  for await (const part of withFormErrors(field, request.parts())) {
    if (part.fieldname !== field) throw refusal(field, form.otherField);
    if (part.type !== 'file') throw refusal(field, form.notAFile);
    if (isFound) throw refusal(field, form.several);
    isFound = true;
    yield* withFormErrors<Buffer>(field, part.file);
  }
  if (!isFound) throw refusal(field, form.missing);
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

async function* withFormErrors<Item>(
  field: string,
  source: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  try {
    yield* source;
  } catch (cause) {
    throw damagedForm(field, cause);
  }
}

function damagedForm(field: string, cause?: unknown): Problem {
  return refusal(field, msg`The form is damaged or incomplete`, 'bad-input', cause);
}

function refusal(
  field: string,
  detail: ProblemText,
  code: 'bad-input' | 'wrong-content' = 'bad-input',
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field, message: detail }], cause });
}
