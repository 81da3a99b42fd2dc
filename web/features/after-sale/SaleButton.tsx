import type { SaleAction } from '#contract/after-sale/sale-step-types.ts';
import { isolate, labelSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import type { ButtonSize, ButtonVariant } from '../../ui/button-style.ts';

/** What a button for an action says. */
export const saleActionNames: Record<SaleAction, string> = textsOf({
  'show-code': msg`Show the code`,
  'hand-over': msg`Enter the code`,
  'give-permit': msg`Enter the number of the permit`,
  'permit-refused': msg`The permit was refused`,
  send: msg`Mark as sent`,
  meet: msg`We meet after all`,
  'answer-meeting': msg`Answer`,
  'keep-sending': msg`Have it sent after all`,
  receive: msg`I have received it`,
  cancel: msg`Cancel the sale`,
  'request-cancellation': msg`Ask to cancel`,
  'answer-cancellation': msg`Answer`,
  'not-received': msg`It hasn’t arrived`,
  approve: msg`All is well`,
  'request-return': msg({ message: 'Return it', context: 'button' }),
  'not-as-described': msg`It is not as described`,
  review: msg`Write a review`,
  withdraw: msg`Withdraw from the purchase`,
  'answer-return': msg`Answer`,
  'give-back': msg`Enter the code`,
  'send-back': msg`I have sent it back`,
  'say-place': msg`Say where`,
  'confirm-return': msg`I have it back`,
  'show-return-code': msg`Show the code`,
  dispute: msg`See the dispute`,
  decide: msg`Decide`,
});

/** The buttons that are not the step to take, but a way out. */
const variants: Partial<Record<SaleAction, ButtonVariant>> = {
  cancel: 'quietDanger',
  'permit-refused': 'quietDanger',
  'not-received': 'quietDanger',
  'request-return': 'quiet',
  'not-as-described': 'quietDanger',
  'send-back': 'quiet',
  withdraw: 'quiet',
  'request-cancellation': 'quiet',
  meet: 'quiet',
  'keep-sending': 'quiet',
};

/** Whether an action ends the sale instead of going on with it. */
export function isWayOut(action: SaleAction): boolean {
  return variants[action] === 'quietDanger';
}

/** The button that opens the dialog of an action. */
export function SaleButton({
  action,
  name,
  isFirst,
  size = 'medium',
  onPress,
}: {
  action: SaleAction;
  /** The name of the instrument, for screen readers. */
  name: string;
  isFirst: boolean;
  size?: ButtonSize;
  onPress: (action: SaleAction) => void;
}) {
  return (
    <Button
      onClick={() => onPress(action)}
      size={size}
      variant={variants[action] ?? (isFirst ? 'primary' : 'quiet')}
    >
      <span>{saleActionNames[action]}</span>
      <span className="sr-only">{labelSeparator() + isolate(name)}</span>
    </Button>
  );
}
