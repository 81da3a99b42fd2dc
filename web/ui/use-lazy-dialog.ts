import { type ComponentType, useState } from 'react';

/**
 * A dialog whose script is loaded when a user opens it.
 * @returns `Dialog` is what to render, while it is open
 */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [step, setStep] = useState<'closed' | 'loading' | 'open' | 'failed'>('closed');
  const open = () => {
    setStep('loading');
    load().then(
      (loaded) => {
        setLoaded(() => loaded);
        setStep('open');
      },
      () => setStep('failed'),
    );
  };
  return {
    Dialog: step === 'open' ? Loaded : undefined,
    isLoading: step === 'loading',
    hasFailed: step === 'failed',
    open,
    close: () => setStep('closed'),
  };
}
