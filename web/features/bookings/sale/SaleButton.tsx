import { Button } from '../../../ui/Button.tsx';
import type { ButtonSize, ButtonVariant } from '../../../ui/button-style.ts';
import type { SaleAction } from './sale-step.ts';

const labels: Record<SaleAction, string> = {
  'show-code': 'Show the code',
  'hand-over': 'Enter the code',
  send: 'I have sent it',
  receive: 'It is here',
  cancel: 'Cancel the sale',
  'not-received': 'It never came',
  'request-return': 'Return it',
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
};

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
      {labels[action]}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
