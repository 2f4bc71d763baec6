export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const percent = max > 0 ? Math.round((value / max) * 100) : 0
  return (
    <div>
      <div className="prog-h">
        <span>{label}</span>
        <span className="num text-num-sm">{percent}%</span>
      </div>
      <progress className="prog" max={100} value={percent} aria-label={label}>
        {percent}%
      </progress>
    </div>
  )
}
