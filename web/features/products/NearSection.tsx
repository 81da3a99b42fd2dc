import { type ComponentType, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';

/** How far below the window a section may be when its script is requested. */
const ahead = '600px';

/**
 * A section further down the page. Its script is loaded, and the section rendered, when the reader comes near its place.
 * The server renders nothing of it. Needs a `key` when `load` may change.
 */
export function NearSection<Props extends object>({
  load,
  props,
  failedTitle,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Says what is missing when its script does not load. */
  failedTitle: string;
}) {
  const [attempt, setAttempt] = useState(0);
  const [section, setSection] = useState<{ Section: ComponentType<Props> }>();
  const [failure, setFailure] = useState<Error>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0 || !place.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setAttempt(1);
      },
      { rootMargin: ahead },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [attempt]);
  useEffect(() => {
    if (attempt === 0) return;
    setFailure(undefined);
    load().then((Section) => setSection({ Section }), setFailure);
  }, [attempt, load]);
  return (
    <div data-loaded-when-near="" ref={place}>
      {section && <section.Section {...props} />}
      {failure && (
        <div className="pt-8 pb-12">
          <ErrorState
            isTrying={false}
            message={failure.message}
            onTryAgain={() => setAttempt(attempt + 1)}
            title={failedTitle}
          />
        </div>
      )}
    </div>
  );
}
