import type { z } from 'zod';
import { type FieldError, Problem } from '../../core/problem.ts';

/**
 * Parses input by a schema of the contract.
 * @throws Problem bad-input, with an error for every invalid field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  const errors = parsed.success
    ? unstorableTexts(parsed.data, [])
    : parsed.error.issues.flatMap(fieldErrors);
  if (parsed.success && errors.length === 0) return parsed.data;
  throw new Problem('bad-input', errors.map((error) => error.message).join('. '), { errors });
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: `${key} may not be set here`,
    }));
  }
  const field = issue.path.join('.') || 'body';
  return [{ field, message: friendlyMessage(issue, field) }];
}

/** Our schemas have messages of their own; this replaces the validator's for a missing value or a wrong type. */
function friendlyMessage(issue: z.core.$ZodIssue, field: string): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return field === 'body' ? 'Send an object' : `${field} is missing or of the wrong type`;
  }
  return issue.message;
}

/** PostgreSQL cannot store a null character, and a lone surrogate would come back as another character. */
function unstorableTexts(value: unknown, path: string[]): FieldError[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && !/\p{Surrogate}/u.test(value)) return [];
    return [{ field: path.join('.'), message: 'There is a character in it that cannot be kept' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unstorableTexts(inner, [...path, key]));
}
