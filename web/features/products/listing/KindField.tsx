import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { repliedText, type ShownText } from '#contract/shop/owned-text.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Shown } from '../../../ui/Owned.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useLazyDialog } from '../../../ui/use-lazy-dialog.ts';
import { KindPicture } from '../../instruments/KindPicture.tsx';
import { type KindSummary, kindSuggestionsQuery, kindsQuery } from '../../instruments/queries.ts';

/** The kind that a form has: of what its seller chose, or of what the name says. */
export interface KindChoice {
  id: string | undefined;
  name: ShownText | undefined;
  isFromName: boolean;
  /** The seller wants none. */
  isNone: boolean;
  /** What the name may mean. */
  suggested: readonly KindSummary[];
}

/** Of which kind the instrument is: found by what is typed in any language, suggested from the name, or among all. */
export function KindField({
  choice,
  onChoose,
}: {
  choice: KindChoice;
  /** `none` for no kind, and nothing to choose again. */
  onChoose: (kind: KindSummary | 'none' | undefined) => void;
}) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [typed, setTyped] = useState('');
  const id = useId();
  const { data } = useQuery(kindSuggestionsQuery(typed));
  const found = typed.trim() === '' ? choice.suggested : (data?.kinds ?? []);
  const isChosen = !isChoosing && (choice.id !== undefined || choice.isNone);
  const moveTo = useFocusAfter(isChosen);
  const choose = (kind: KindSummary | 'none') => {
    moveTo(`${id}-change`);
    setIsChoosing(false);
    setTyped('');
    onChoose(kind);
  };
  if (isChosen) {
    return (
      <div>
        <p className="font-semibold">{t`What is it?`}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="flex min-w-0 items-center gap-3 [--drawing:var(--color-paper)]">
            {choice.id !== undefined && <KindPicture className="size-12" kind={choice.id} />}
            <span>
              <span className="font-display text-subheading">
                {choice.isNone ? t`None of these kinds` : choice.name && <Shown {...choice.name} />}
              </span>
              {choice.isFromName && <span className="text-muted"> {t`(from the name)`}</span>}
            </span>
          </p>
          <Button
            aria-label={t`Change the kind of instrument`}
            id={`${id}-change`}
            onClick={() => {
              moveTo(`${id}-find`);
              setIsChoosing(true);
            }}
            size="small"
          >
            {t`Change`}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="space-y-2" id={`${id}-find`}>
      <TextField
        autoComplete="off"
        hint={t`Type what you call it, in your language: buyers then get the right questions answered`}
        isOptional
        label={t`What is it?`}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          const [first] = found;
          if (first) choose(first);
        }}
        value={typed}
      />
      <div className="flex flex-wrap gap-2">
        {found.map((kind) => (
          <Chip key={kind.id} onClick={() => choose(kind)}>
            <span className="-ms-1.5 flex items-center gap-2.5">
              <KindPicture className="my-1 size-8" kind={kind.id} />
              <span>
                <Shown {...repliedText(kind, 'name')} />
              </span>
            </span>
          </Chip>
        ))}
        {(typed.trim() !== '' || isChoosing) && (
          <Chip onClick={() => choose('none')}>{t`None of these`}</Chip>
        )}
      </div>
      {found.length === 0 && <AllKinds onChoose={choose} />}
      <p className="sr-only" role="status">
        {typed.trim() !== '' &&
          plural(found.length, { one: '# kind found', other: '# kinds found' })}
      </p>
    </div>
  );
}

/** Opens the list of all kinds, which is loaded then. */
function AllKinds({ onChoose }: { onChoose: (kind: KindSummary) => void }) {
  const queryClient = useQueryClient();
  const { Dialog, isLoading, hasFailed, open, close } = useLazyDialog(async () => {
    const [{ AllKindsDialog }] = await Promise.all([
      import('./AllKindsDialog.tsx'),
      queryClient.ensureQueryData(kindsQuery()),
    ]);
    return AllKindsDialog;
  });
  return (
    <div>
      <Button className="-ms-5" isBusy={isLoading} onClick={open} variant="link">
        {t`Show all kinds`}
      </Button>
      {hasFailed && (
        <p className="mt-2 text-sm text-red" role="alert">
          {t`The list did not load. Please try again.`}
        </p>
      )}
      {Dialog && <Dialog onChoose={onChoose} onClose={close} />}
    </div>
  );
}

/**
 * What has the focus goes away when the view changes: it moves to the element with this id, or to the field in it. An effect
 * comes after the end of a dialog, before which nothing outside of it takes the focus.
 */
function useFocusAfter(view: boolean) {
  const next = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view decides what there is to focus
  useEffect(() => {
    const element = next.current && document.getElementById(next.current);
    next.current = undefined;
    if (!element) return;
    (element.querySelector('input') ?? element).focus();
  }, [view]);
  return (id: string) => {
    next.current = id;
  };
}
