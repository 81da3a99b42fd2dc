import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';

/** A problem with an uploaded picture, reported for the field `image` of forms. */
export function pictureProblem(
  code: 'bad-input' | 'too-large' | 'wrong-content' | 'cannot-process',
  detail: ProblemText,
  cause?: unknown,
): Problem {
  return new Problem(code, detail, { errors: [{ field: 'image', message: detail }], cause });
}

export function damagedPictureProblem(cause?: unknown): Problem {
  return pictureProblem('cannot-process', msg`This picture is damaged or incomplete`, cause);
}
