import type { ComponentProps, FormEvent } from 'react';
import { t } from '#contract/text.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import type { FormAction } from './form-action.ts';

/**
 * A form with client-side validation and its failure below. Its method is `post`, so that a submit before hydration
 * cannot put a password into the URL.
 */
export function ActionForm({
  actions,
  onSubmit,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** While one runs nothing can be submitted. A failure is shown until the next attempt, also one with invalid fields. */
  actions: readonly FormAction[];
  onSubmit: (event: FormEvent) => Promise<unknown>;
}) {
  const failure = actions.find((action) => action.failure !== undefined)?.failure;
  return (
    <Form
      {...form}
      className="space-y-5"
      method="post"
      isSending={actions.some(({ isBusy }) => isBusy)}
      onSubmit={(event) => {
        for (const action of actions) action.forget();
        void onSubmit(event);
      }}
    >
      {children}
      <noscript>
        <p>{t`This form needs JavaScript, which is switched off in this browser.`}</p>
      </noscript>
      <FieldError message={failure} />
    </Form>
  );
}
