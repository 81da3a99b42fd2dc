import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Simulates the bank's 3-D Secure challenge. */
export function BankQuestion({
  isBusy,
  onAnswer,
}: {
  isBusy: boolean;
  onAnswer: (outcome: 'complete' | 'fail') => void;
}) {
  const answer = (outcome: 'complete' | 'fail') => () => {
    if (!isBusy) onAnswer(outcome);
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={answer('fail')}>Fail</Button>
          <Button
            busyLabel="Asking the bank"
            isBusy={isBusy}
            onClick={answer('complete')}
            variant="primary"
          >
            Complete
          </Button>
        </>
      }
      isAlert
      isOpen
      onClose={answer('fail')}
      title="Your bank asks if this is you"
    >
      <p>
        A real bank would ask for a code or your fingerprint here. This is the test bank: Complete
        says that it is you, Fail that it is not.
      </p>
    </Dialog>
  );
}
