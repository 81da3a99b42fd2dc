import type { FormEvent, ReactNode } from 'react';
import { FieldError } from '../../ui/Field.tsx';

/**
 * A form whose fields check themselves, with its failure under it. It says `post`, so that nobody's password ever comes
 * into an address, should it be sent before the page's script is there.
 */
export function Form({
  isBusy,
  failure,
  onSubmit,
  children,
}: {
  /** Nothing is sent while something is under way. */
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
