/** What a server or provider reported, in the words of the log. */
export function EnglishText({ children }: { children: string }) {
  return (
    <bdi dir="ltr" lang="en">
      {children}
    </bdi>
  );
}
