/** Returns names by start time, with `#2` and so on if a name is taken. */
export function namer(taken: readonly string[] = []): (time: string) => string {
  const used = new Map(taken.map((name) => [name, 1]));
  return (time) => {
    let count = (used.get(time) ?? 0) + 1;
    while (count > 1 && used.has(`${time}#${count}`)) count += 1;
    used.set(time, count);
    const name = count === 1 ? time : `${time}#${count}`;
    used.set(name, count);
    return name;
  };
}

/** `00:00:01,000`; negative times become 0. */
export function formatTime(time: number, comma: string): string {
  const whole = Math.max(0, Math.round(time));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const seconds = Math.floor(whole / 1000);
  const parts = [two(seconds / 3600), two((seconds / 60) % 60), two(seconds % 60)];
  return `${parts.join(':')}${comma}${String(whole % 1000).padStart(3, '0')}`;
}
