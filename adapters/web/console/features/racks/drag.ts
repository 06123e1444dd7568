import type { DragEvent } from 'react';

/** The data transfer type of dragged devices. */
const draggedType = 'application/x-hexipam-device';

export interface Dragged {
  readonly id: number;
  readonly name: string;
  readonly units: number;
}

export const drag = (event: DragEvent, { id, name, units }: Dragged): void =>
  event.dataTransfer.setData(draggedType, JSON.stringify({ id, name, units }));

export const isDragged = (event: DragEvent): boolean => event.dataTransfer.types.includes(draggedType);

export const dropped = (event: DragEvent): Dragged => JSON.parse(event.dataTransfer.getData(draggedType));
