import type { SaleAction } from '#contract/sale-step-types.ts';
import { Button } from '../../ui/Button.tsx';
import type { ButtonSize, ButtonVariant } from '../../ui/button-style.ts';

/** What a button for an action says. */
export const saleActionNames: Record<SaleAction, string> = {
  'show-code': 'Show the code',
  'hand-over': 'Enter the code',
  send: 'Mark as sent',
  receive: 'I have received it',
  cancel: 'Cancel the sale',
  'request-cancellation': 'Ask to cancel',
  'answer-cancellation': 'Answer',
  'not-received': 'It hasn’t arrived',
  'request-return': 'Request a return',
  'answer-return': 'Answer',
  'give-back': 'Enter the code',
  'confirm-return': 'I have it back',
  'show-return-code': 'Show the code',
  dispute: 'See the dispute',
  decide: 'Decide',
};

/** The buttons that are not the step to take, but a way out. */
const variants: Partial<Record<SaleAction, ButtonVariant>> = {
  cancel: 'quietDanger',
  'not-received': 'quietDanger',
  'request-return': 'quiet',
  'request-cancellation': 'quiet',
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
  /** Of the instrument, for screen readers. */
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
      <span className="sr-only">{`: ${name}`}</span>
    </Button>
  );
}
