import { type ComponentType, useState } from 'react';
import { searchTexts } from '#contract/search-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { ToolIcon } from '../../ui/ToolIcon.tsx';
import type { FilterSheetProps } from './FilterSheet.tsx';
import type { SearchState } from './search-address.ts';

/** On small screens, opens the filters in a dialog, whose script is loaded then. */
export function FilterButton({
  onApply,
  active,
  ...sheet
}: Omit<FilterSheetProps, 'onClose'> & {
  /** How many filters are active, which the button says. */
  active: number;
}) {
  const [Sheet, setSheet] = useState<ComponentType<FilterSheetProps>>();
  const [step, setStep] = useState<'closed' | 'loading' | 'open' | 'failed'>('closed');
  const open = () => {
    setStep('loading');
    import('./FilterSheet.tsx').then(
      ({ FilterSheet }) => {
        setSheet(() => FilterSheet);
        setStep('open');
      },
      () => setStep('failed'),
    );
  };
  const apply = (state: SearchState) => {
    setStep('closed');
    onApply(state);
  };
  return (
    <div className="lg:hidden noscript:hidden">
      <Button isBusy={step === 'loading'} onClick={open}>
        <ToolIcon name="filter" />
        {searchTexts.filters.active(active)}
      </Button>
      <FieldError message={step === 'failed' ? searchTexts.filters.notLoaded : undefined} />
      {Sheet && step === 'open' && (
        <Sheet {...sheet} onApply={apply} onClose={() => setStep('closed')} />
      )}
    </div>
  );
}
