import { searchTexts } from '#contract/search/search-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import type { FilterSheetProps } from './FilterSheet.tsx';
import type { SearchState } from './search-address.ts';

/** On small screens, opens the filters in a dialog, whose script is loaded then. */
export function FilterButton({
  onApply,
  active,
  ...sheet
}: Omit<FilterSheetProps, 'onClose'> & {
  /** The number of active filters, which the button shows. */
  active: number;
}) {
  const { Dialog: Sheet, isLoading, hasFailed, open, close } = useLazyDialog(loadSheet);
  const apply = (state: SearchState) => {
    close();
    onApply(state);
  };
  return (
    <div className="lg:hidden noscript:hidden">
      <Button isBusy={isLoading} onClick={open}>
        <Icon name="filter" />
        <span>{searchTexts.filters.active(active)}</span>
      </Button>
      <FieldError message={hasFailed ? searchTexts.filters.notLoaded : undefined} />
      {Sheet && <Sheet {...sheet} onApply={apply} onClose={close} />}
    </div>
  );
}

const loadSheet = async () => (await import('./FilterSheet.tsx')).FilterSheet;
