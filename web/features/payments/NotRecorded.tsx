import { ErrorState } from '../../ui/ErrorState.tsx';

/** The card was charged but the shop has not confirmed it yet. Nothing is lost: the provider reports it too. */
export function NotRecorded({
  failure,
  isTrying,
  onTryAgain,
}: {
  failure: Error;
  isTrying: boolean;
  onTryAgain: () => void;
}) {
  return (
    <div className="space-y-4">
      <ErrorState
        isTrying={isTrying}
        message={failure.message}
        onTryAgain={onTryAgain}
        title="Your card was charged, but we could not note it yet"
      />
      <p className="text-muted">
        Do not pay again. The card provider tells us of the charge as well, and this page shows it
        as soon as we know. Should the instrument be gone, your money goes back to the card by
        itself.
      </p>
    </div>
  );
}
