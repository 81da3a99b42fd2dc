import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';

/**
 * Receives files dropped on an element or pasted anywhere on the page. While mounted, a file dropped elsewhere is
 * ignored: the browser would otherwise open it in place of the page, and the form would be lost.
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
      // A paste with both text and image into a text field means the text.
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
    /** Whether files are being dragged over the element. */
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
