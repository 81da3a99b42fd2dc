import type { z } from 'zod';
import { msg } from '#contract/text.ts';
import { badInput, type FieldError, type ProblemText } from '../../core/problem.ts';

/**
 * Parses input by a schema of the contract.
 * @throws Problem bad-input, with an error for every invalid field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(fieldErrors);
  throw badInput(errors);
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: msg`${key} may not be set here`,
    }));
  }
  const field = issue.path.join('.') || 'body';
  return [{ field, message: friendlyMessage(issue, field) }];
}

/** Our schemas have messages of their own; this replaces the validator's for a missing value or a wrong type. */
function friendlyMessage(issue: z.core.$ZodIssue, field: string): ProblemText {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return field === 'body'
      ? msg`The body must be an object`
      : msg`${field} is missing or of the wrong type`;
  }
  return issue.message;
}
