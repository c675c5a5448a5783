"""Pages as a PDF: the same pages give the same bytes, whenever and wherever."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # it ships no types

from engine.drawing import Line, Points, Shape, Text
from runewatch.printing.pages import Page, Room

POINT_MM = 25.4 / 72
ROUND = 1


def pdf(pages: Iterable[Page], title: str) -> bytes:
    """The PDF of these pages."""
    written = BytesIO()
    canvas = Canvas(written, invariant=1, pageCompression=1, initialFontName="Helvetica")
    canvas.setTitle(title)
    canvas.setCreator("Runewatch")
    # a viewer that fits pages to the paper would spoil the scale
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        _write(canvas, page)
    canvas.save()
    return written.getvalue()


def _write(canvas: Canvas, page: Page) -> None:
    canvas.setPageSize((page.width / POINT_MM, page.height / POINT_MM))
    # from here on in millimetres from the upper left corner
    canvas.transform(1 / POINT_MM, 0, 0, -1 / POINT_MM, 0, page.height / POINT_MM)
    canvas.setLineCap(ROUND)
    canvas.setLineJoin(ROUND)
    room: Room | None = None
    canvas.saveState()
    for shape, its_room in page.painted():
        if its_room != room:
            canvas.restoreState()
            canvas.saveState()
            room = its_room
            if room:
                _clip(canvas, room)
        _paint(canvas, shape)
    canvas.restoreState()
    canvas.showPage()


def _clip(canvas: Canvas, room: Room) -> None:
    path = canvas.beginPath()
    path.rect(room.left, room.top, room.right - room.left, room.bottom - room.top)
    canvas.clipPath(path, stroke=0, fill=0)


def _paint(canvas: Canvas, shape: Shape) -> None:
    if isinstance(shape, Text):
        _letter(canvas, shape)
    elif isinstance(shape, Line):
        canvas.setStrokeColor(shape.colour)
        canvas.setLineWidth(shape.width)
        canvas.drawPath(_path(canvas, shape.points, is_closed=shape.closed), stroke=1, fill=0)
    else:
        canvas.setFillColor(shape.colour)
        canvas.drawPath(_path(canvas, shape.points, is_closed=True), stroke=0, fill=1)


def _path(canvas: Canvas, points: Points, *, is_closed: bool) -> Any:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if is_closed:
        path.close()
    return path


def _letter(canvas: Canvas, text: Text) -> None:
    canvas.saveState()
    canvas.setFillColor(text.colour)
    canvas.setFont("Helvetica-Bold" if text.is_bold else "Helvetica", text.size)
    canvas.translate(text.x, text.y)
    canvas.rotate(text.turn)
    # letters stand on their heads where y goes down
    canvas.scale(1, -1)
    draw = {"left": canvas.drawString, "middle": canvas.drawCentredString, "right": canvas.drawRightString}
    draw[text.anchor](0, 0, text.text)
    canvas.restoreState()
