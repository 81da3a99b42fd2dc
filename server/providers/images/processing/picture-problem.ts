import { Problem } from '../../../core/problem.ts';

/** A problem with an uploaded picture, reported for the field `image` of forms. */
export function pictureProblem(
  code: 'bad-input' | 'too-large' | 'wrong-content' | 'cannot-process',
  detail: string,
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field: 'image', message: detail }], cause });
}

export function damagedPictureProblem(cause?: unknown): Problem {
  return pictureProblem('cannot-process', 'This picture is damaged or incomplete', cause);
}
