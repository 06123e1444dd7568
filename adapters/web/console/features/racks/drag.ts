import type { DragEvent } from 'react';

/** What a device that is dragged is told by. */
const draggedType = 'application/x-hexipam-device';

/** What is dragged. */
export interface Dragged {
  readonly id: number;
  readonly name: string;
  readonly units: number;
}

export const drag = (event: DragEvent, { id, name, units }: Dragged): void =>
  event.dataTransfer.setData(draggedType, JSON.stringify({ id, name, units }));

/** Whether it is a device that is dragged. */
export const isDragged = (event: DragEvent): boolean => event.dataTransfer.types.includes(draggedType);

/** What was dropped. */
export const dropped = (event: DragEvent): Dragged => JSON.parse(event.dataTransfer.getData(draggedType));
