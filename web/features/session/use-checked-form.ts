import { type FocusEvent, type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { NetworkFailure } from '../../api/failures.ts';

type Errors = Readonly<Record<string, string | undefined>>;

export interface CheckedForm<Values> {
  /** The first error of each field that was left or submitted. */
  errors: Errors;
  /** To be spread on the form. */
  form: {
    ref: React.RefObject<HTMLFormElement | null>;
    onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    onChange: (event: FormEvent<HTMLFormElement>) => void;
  };
  /**
   * Checks everything and focuses the first field with an error, unless the user has gone to another field in the meantime.
   * @returns undefined when there is one
   * @throws NetworkFailure when the schema cannot be loaded
   */
  check: () => Promise<Values | undefined>;
  /** Puts values into fields, as if they had been typed. */
  fill: (values: Readonly<Record<string, string>>) => void;
  /** Checks a field again whose value the form does not hold itself, such as a chosen file. */
  checkField: (name: string) => void;
}

/**
 * A form whose fields keep what was typed into them themselves, also before the page's script has loaded. A field is checked
 * when it is left, and from then on while it is corrected. The schema is loaded on first use: a page that begins with such
 * a form does not wait for it.
 * @param more values that the form's own fields do not hold
 */
export function useCheckedForm<Schema extends z.ZodType>(
  loadSchema: () => Promise<Schema>,
  more: Readonly<Record<string, unknown>> = {},
): CheckedForm<z.output<Schema>> {
  const ref = useRef<HTMLFormElement>(null);
  const touched = useRef(new Set<string>());
  const given = useRef(more);
  given.current = more;
  const [errors, setErrors] = useState<Errors>({});

  async function parse() {
    const schema = await loadSchema().catch((cause: unknown) => {
      throw new NetworkFailure(cause);
    });
    const typed = ref.current ? Object.fromEntries(new FormData(ref.current)) : {};
    const result = schema.safeParse({ ...typed, ...given.current });
    const found: Record<string, string> = {};
    for (const { path, message } of result.error?.issues ?? []) found[String(path[0])] ??= message;
    return { result, found };
  }
  async function showErrors() {
    const { result, found } = await parse();
    const shown = Object.entries(found).filter(([name]) => touched.current.has(name));
    setErrors(Object.fromEntries(shown));
    return { result, found };
  }
  // A check that cannot be made is made when the form is submitted.
  const checkTouched = () => void showErrors().catch(() => undefined);
  const checkField = (name: string) => {
    touched.current.add(name);
    checkTouched();
  };
  const nameOf = ({ target }: { target: EventTarget }) => (target as HTMLInputElement).name;

  return {
    errors,
    form: {
      ref,
      onBlur: (event) => {
        if (nameOf(event)) checkField(nameOf(event));
      },
      onChange: (event) => {
        if (touched.current.has(nameOf(event))) checkTouched();
      },
    },
    async check() {
      const controls = namedControls(ref.current);
      for (const { name } of controls) touched.current.add(name);
      const submittedFrom = document.activeElement;
      const { result, found } = await showErrors();
      if (result.success) return result.data;
      const focused = document.activeElement;
      const hasGoneOn =
        focused !== submittedFrom && controls.some((control) => control === focused);
      if (!hasGoneOn) controls.find(({ name }) => found[name] !== undefined)?.focus();
      return undefined;
    },
    fill(values) {
      for (const control of namedControls(ref.current)) {
        const value = values[control.name];
        if (value === undefined) continue;
        control.value = value;
        touched.current.add(control.name);
      }
      checkTouched();
    },
    checkField,
  };
}

function namedControls(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll('input') ?? [])].filter(({ name }) => name !== '');
}
