interface IconProps {
  /** A symbol of the page's sprite. */
  name: string;
  small?: boolean;
}

export function Icon({ name, small = false }: IconProps): React.JSX.Element {
  return (
    <svg className={small ? 'icon icon-s' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
