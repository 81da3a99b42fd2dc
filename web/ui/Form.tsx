import type { ComponentProps, FormEvent } from 'react';
import { SendingContext } from './Field.tsx';

/** A form that checks its fields itself. While it is being sent it cannot be sent again, and its texts cannot be changed. */
export function Form({
  isSending,
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  isSending: boolean;
  onSubmit: (event: FormEvent) => unknown;
}) {
  return (
    <SendingContext value={isSending}>
      <form
        {...form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void onSubmit(event);
        }}
      />
    </SendingContext>
  );
}
