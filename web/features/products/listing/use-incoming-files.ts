import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';

/**
 * Files that are dropped on an element, or pasted anywhere in the page. As long as it is there, a file that misses the
 * element does nothing: the browser would open it in place of the page, and with it the form would go.
 */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const takeIn = useEffectEvent(onFiles);

  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // What brings both words and their picture is meant as words where one types.
      if (files.length === 0 || (isTyping(event) && hasWords(event.clipboardData))) return;
      event.preventDefault();
      takeIn(files);
    };
    addEventListener('dragover', ignore);
    addEventListener('drop', ignore);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', ignore);
      removeEventListener('drop', ignore);
      removeEventListener('paste', paste);
    };
  }, []);

  return {
    /** Whether files hang over the element. */
    isOver,
    dropHandlers: {
      onDragOver(event: DragEvent<HTMLElement>) {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setIsOver(false);
        }
      },
      onDrop(event: DragEvent<HTMLElement>) {
        setIsOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}

function hasFiles(carried: DataTransfer | null): boolean {
  return carried?.types.includes('Files') ?? false;
}

function hasWords(carried: DataTransfer | null): boolean {
  return carried?.types.includes('text/plain') ?? false;
}

function isTyping({ target }: Event): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
