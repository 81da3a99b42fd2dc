import type { FormEvent, ReactNode } from 'react';
import { FieldError } from '../../ui/Field.tsx';

/**
 * A form with client-side validation and its failure below. Its method is `post`, so that a submit before hydration
 * cannot put a password into the URL.
 */
export function Form({
  isBusy,
  failure,
  onSubmit,
  children,
}: {
  /** Disables submitting while a request runs. */
  isBusy: boolean;
  failure: string | undefined;
  onSubmit: (event: FormEvent) => Promise<unknown>;
  children: ReactNode;
}) {
  return (
    <form
      className="space-y-5"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void onSubmit(event);
      }}
    >
      {children}
      <noscript>
        <p>This form needs scripts, and this browser runs none.</p>
      </noscript>
      <FieldError message={failure} />
    </form>
  );
}
