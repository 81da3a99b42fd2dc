import type { FastifyRequest } from 'fastify';
import { Problem } from '../../core/problem.ts';

const field = 'image';

/**
 * The bytes of the one file that a form must consist of, as they arrive. They end only when the form has ended as it
 * should, so whoever reads them has seen the whole request and may begin to work.
 * @throws Problem wrong-content when it is no form; bad-input when it has another field, another file, none, or breaks off
 */
export async function* pictureInForm(request: FastifyRequest): AsyncGenerator<Buffer> {
  if (!request.isMultipart()) {
    throw refusal('Send the picture as multipart/form-data, in the field image', 'wrong-content');
  }
  let isFound = false;
  for await (const part of partsOf(request)) {
    if (part.fieldname !== field) throw refusal('The form may only have the field image');
    if (part.type !== 'file') throw refusal('The field image must be a file');
    if (isFound) throw refusal('Send one picture at a time');
    isFound = true;
    yield* endingAsItShould(part.file);
  }
  if (!isFound) throw refusal('The picture is missing: send it in the field image');
}

async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (cause) {
    throw brokenForm(cause);
  }
}

async function* endingAsItShould(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (cause) {
    throw brokenForm(cause);
  }
}

function brokenForm(cause: unknown): Problem {
  return refusal('The form is damaged or did not arrive to its end', 'bad-input', cause);
}

function refusal(
  detail: string,
  code: 'bad-input' | 'wrong-content' = 'bad-input',
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field, message: detail }], cause });
}
