import { type ReactNode, useId, useRef, useState } from 'react';
import { limits } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { controlStyle, Field, FieldError } from '../../ui/Field.tsx';
import type { useMessageDraft } from './message-draft.ts';

/**
 * A text to another person, which is stored until it has arrived. The next one can be written while it is on its way. The form
 * stays at the bottom of the window, so small that a phone's keyboard leaves room for what was said.
 */
export function MessageForm({
  draft,
  to,
  onSend,
  children,
}: {
  draft: ReturnType<typeof useMessageDraft>;
  /** The reader of the message. */
  to: string;
  /** Throws what the call throws. */
  onSend: (text: string) => Promise<unknown>;
  /** Pictures to send with it. */
  children?: ReactNode;
}) {
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const maxLength = limits.messageLength;
  const isTooLong = draft.typed.trim().length > maxLength;
  const isSending = draft.onItsWay !== null;

  async function send() {
    const text = draft.typed.trim();
    const missing = text === '' ? t`Write something` : undefined;
    const long = isTooLong
      ? t`Use at most ${plural(maxLength, { one: '# character', other: '# characters' })}`
      : undefined;
    setError(missing ?? long);
    setFailure(undefined);
    area.current?.focus();
    if (missing || long) return;
    draft.begin(text);
    try {
      await onSend(text);
      draft.end(true);
    } catch (problem) {
      draft.end(false);
      setFailure(problem instanceof Error ? problem.message : String(problem));
    }
  }

  return (
    <form
      aria-label={t`Write a message`}
      className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mx-0 lg:rounded-t-lg lg:border-x"
      data-sticks-to-bottom=""
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <Field error={error} label={t`Message to ${to}`}>
        {(control) => (
          <textarea
            {...control}
            className={`${controlStyle} field-sizing-content max-h-32 min-h-12 resize-none`}
            dir="auto"
            enterKeyHint="enter"
            onChange={({ target }) => draft.write(target.value)}
            ref={area}
            rows={2}
            value={draft.typed}
          />
        )}
      </Field>
      <FieldError message={failure} />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 has-[audio,video]:max-sm:basis-full">{children}</div>
        <Button
          className="ms-auto"
          busyLabel={t`Sending`}
          isBusy={isSending}
          type="submit"
          variant="primary"
        >
          {t`Send`}
        </Button>
      </div>
    </form>
  );
}
