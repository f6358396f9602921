/** Relayscope's mark: a chain of nodes, the upper two in a region. */
export function Logo() {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#3f4ac6" />
      <rect
        x="6"
        y="5"
        width="20"
        height="14"
        rx="4"
        fill="#fff"
        fillOpacity=".18"
        stroke="#fff"
        strokeWidth="1.6"
        strokeDasharray="2.6 2"
      />
      <path d="M16 10v13" stroke="#fff" strokeWidth="2" />
      <circle cx="16" cy="9.3" r="2.6" fill="#fff" />
      <circle cx="16" cy="15.6" r="2.6" fill="#fff" />
      <circle cx="16" cy="24.4" r="2.8" fill="#ffc857" />
    </svg>
  );
}
