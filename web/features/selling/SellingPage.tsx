import { SellingTermsView } from './SellingTermsView.tsx';

/** How selling works here: three steps, the fee, the payout, what was sold lately, and the way to begin. */
export function SellingPage() {
  return (
    <div className="mx-auto max-w-page px-4 py-8 md:py-12">
      <SellingTermsView />
    </div>
  );
}
