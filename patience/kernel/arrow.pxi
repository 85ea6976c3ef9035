# Arrow's C data and stream interfaces: the columns of others, read in place, and columns handed on.
#
# Strategy. A batch's schema and array are walked together, once for each column that is read, to a tree of
# ``Column``; cells are then read without the GIL. The structs do not tell how large a buffer is. What they do
# tell is checked: lengths of children, offsets against their neighbours and the last of the array, indices
# against the dictionary, and views against the sizes of their buffers. Other columns are not looked into: they
# are handed on as they are, and keep the batch that they are from.
#
# Needs: core.pyx, requests.pxi, rules.pxd, writing.pxi
# Gives: ABSENT, ARROW_FLAG_NULLABLE, ArrowBatch, ArrowSource, Column, DAMAGED, MOST_ITEMS, OTHER, PRESENT, add_cell,
#   borrow_array, borrow_schema, checked, has_value, items_in, let_go, number_in, text_in, value_in

cdef extern from "Python.h" nogil:
    int Py_IsInitialized()

cdef extern from * nogil:
    """
    #ifndef ARROW_C_DATA_INTERFACE
    #define ARROW_C_DATA_INTERFACE
    #define ARROW_FLAG_NULLABLE 2
    struct ArrowSchema {
        const char *format, *name, *metadata;
        int64_t flags, n_children;
        struct ArrowSchema **children, *dictionary;
        void (*release)(struct ArrowSchema *);
        void *private_data;
    };
    struct ArrowArray {
        int64_t length, null_count, offset, n_buffers, n_children;
        const void **buffers;
        struct ArrowArray **children, *dictionary;
        void (*release)(struct ArrowArray *);
        void *private_data;
    };
    #endif
    #ifndef ARROW_C_STREAM_INTERFACE
    #define ARROW_C_STREAM_INTERFACE
    struct ArrowArrayStream {
        int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
        int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
        const char *(*get_last_error)(struct ArrowArrayStream *);
        void (*release)(struct ArrowArrayStream *);
        void *private_data;
    };
    #endif
    """
    enum:
        ARROW_FLAG_NULLABLE
    struct ArrowSchema:
        const char* format
        const char* name
        const char* metadata
        int64_t flags
        int64_t n_children
        ArrowSchema** children
        ArrowSchema* dictionary
        void (*release)(ArrowSchema*) noexcept nogil
        void* private_data
    struct ArrowArray:
        int64_t length
        int64_t null_count
        int64_t offset
        int64_t n_buffers
        int64_t n_children
        const void** buffers
        ArrowArray** children
        ArrowArray* dictionary
        void (*release)(ArrowArray*) noexcept nogil
        void* private_data
    struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream*, ArrowSchema*) noexcept nogil
        int (*get_next)(ArrowArrayStream*, ArrowArray*) noexcept nogil
        const char* (*get_last_error)(ArrowArrayStream*) noexcept nogil
        void (*release)(ArrowArrayStream*) noexcept nogil
        void* private_data


cdef enum:
    # What kind of cells a column has.
    NULLS = 0
    TRUTHS = 1
    INTEGERS = 2
    NATURALS = 3
    REALS = 4
    TEXTS = 5
    VIEWS = 6
    LISTS = 7
    LIST_VIEWS = 8
    FIXED_LISTS = 9
    STRUCTS = 10
    ENCODED = 11  # indices into a dictionary
    DECIMALS = 12  # whole numbers of 4 to 32 bytes, and how many of their digits are behind the point
    FOREIGN = 13  # times, unions and other types that no field of a log has

    # What a cell has.
    ABSENT = 0
    PRESENT = 1
    OTHER = 2  # a value of another kind than the reader is for
    DAMAGED = 3

    DEEPEST = 8  # nesting of a column
    MOST_DIGITS = 76  # behind the point of a decimal
    MOST_ITEMS = 1 << 20  # of a cell, with the items of its items


cdef int64_t MOST_ROWS = <int64_t>1 << 40  # of an array and its offset, so that no sum of them overflows
cdef double HIGHEST_EXACT = 9007199254740991.0  # a real number above it may stand for another whole one


cdef struct Column:
    int kind
    int width  # bytes of a number, index or offset; the items of a fixed list
    int scale  # of decimals: the digits behind the point
    bint is_map
    bint is_signed  # of numbers and indices
    int children
    Column* first  # of the children, which lie one after another; of ENCODED: the dictionary
    const char* name
    int64_t offset
    int64_t length
    const u8* valid  # bits; NULL if every cell has a value
    const u8* data  # numbers, offsets or views
    const u8* more  # text, or the sizes of list views
    const void** pieces  # of text, for views, with their sizes
    const u8* sizes
    int64_t pieces_number
    int64_t last  # where the last text or list ends


class ArrowDamage(ValueError):
    """An Arrow stream that cannot be read: the message names the column and, where there is one, the row."""


cdef class ArrowSource:
    """The record batches of an object with ``__arrow_c_stream__`` or ``__arrow_c_array__``.

    Raises TypeError for any other object, and ArrowDamage.
    """

    cdef ArrowSchema schema
    cdef ArrowArrayStream stream
    cdef ArrowArray only  # the array of a source without a stream
    cdef int64_t rows  # before the next batch
    cdef readonly tuple names

    def __init__(self, data):
        if hasattr(data, "__arrow_c_stream__"):
            capsule = data.__arrow_c_stream__()
            stream = <ArrowArrayStream*>PyCapsule_GetPointer(capsule, b"arrow_array_stream")
            self.stream, stream.release = stream[0], NULL
            if self.stream.release == NULL:
                raise ArrowDamage("The Arrow stream is released already.")
            self._check(self.stream.get_schema(&self.stream, &self.schema))
        elif hasattr(data, "__arrow_c_array__"):
            first, second = data.__arrow_c_array__()
            schema = <ArrowSchema*>PyCapsule_GetPointer(first, b"arrow_schema")
            array = <ArrowArray*>PyCapsule_GetPointer(second, b"arrow_array")
            self.schema, schema.release = schema[0], NULL
            self.only, array.release = array[0], NULL
        else:
            raise TypeError(
                f"A table has __arrow_c_stream__ or __arrow_c_array__, as those of pandas, Polars, DuckDB and "
                f"pyarrow have; {type(data).__name__} has neither."
            )
        if self.schema.release == NULL or self.schema.format == NULL or self.schema.format[0] != b"+" or (
            self.schema.format[1] != b"s"
        ):
            raise ArrowDamage("The Arrow stream is not a table: its type is not a struct of columns.")
        if not 0 <= self.schema.n_children <= MOST_ITEMS or (self.schema.n_children and self.schema.children == NULL):
            raise ArrowDamage("The schema has no list of columns.")
        self.names = tuple([name_of(self.schema.children[index]) for index in range(self.schema.n_children)])

    def __dealloc__(self):
        if self.only.release != NULL:
            self.only.release(&self.only)
        if self.schema.release != NULL:
            self.schema.release(&self.schema)
        if self.stream.release != NULL:
            self.stream.release(&self.stream)

    def next(self):
        """Return the next batch; None after the last. Raises ArrowDamage."""
        cdef ArrowBatch batch = ArrowBatch.__new__(ArrowBatch)
        cdef int error
        batch.source = self
        batch.first_row = self.rows
        if self.stream.release == NULL:
            batch.array, self.only.release = self.only, NULL
        else:
            with nogil:
                error = self.stream.get_next(&self.stream, &batch.array)
            self._check(error)
        if batch.array.release == NULL:
            return None
        batch.check()
        self.rows += batch.rows
        return batch

    cdef _check(self, int error):
        if error:
            text = self.stream.get_last_error(&self.stream)
            reason = f"error {error}" if text == NULL else (<bytes>text).decode(errors="replace")
            raise ArrowDamage(f"The table cannot be read: {reason}")


cdef class ArrowBatch:
    """Rows of a table; it keeps the memory in which they lie."""

    cdef ArrowSource source
    cdef ArrowArray array
    cdef readonly int64_t rows
    cdef readonly int64_t first_row

    def __dealloc__(self):
        if self.array.release != NULL:
            self.array.release(&self.array)

    cdef check(self):
        check_array(&self.source.schema, &self.array, "the table", 1)
        self.rows = self.array.length
        for index in range(self.array.n_children):
            check_length(self.array.children[index], self.array.offset + self.rows, self.source.names[index])

    cdef Column* columns(self, list indices) except NULL:
        """Return the trees of some columns; the caller frees them, as one."""
        cdef int number = 0
        cdef Column* columns
        cdef Column* vacant
        for index in indices:
            number += nodes_of(self.source.schema.children[index], 0)
        columns = <Column*>PyMem_Calloc(max(number, 1), sizeof(Column))
        if columns == NULL:
            raise MemoryError
        vacant = columns + len(indices)
        try:
            for place, index in enumerate(indices):
                read_column(
                    self.source.schema.children[index], self.array.children[index], &columns[place], &vacant,
                    f"column {self.source.names[index]!r:.60}", self.array.offset + self.rows, 0,
                )
                # Cells of the table are those of its struct, from its own offset on.
                columns[place].offset += self.array.offset
        except BaseException:
            PyMem_Free(columns)
            raise
        return columns


cdef str name_of(const ArrowSchema* schema):
    return "" if schema == NULL or schema.name == NULL else (<bytes>schema.name).decode(errors="surrogateescape")


cdef check_array(const ArrowSchema* schema, const ArrowArray* array, str where, int buffers):
    """Raise ArrowDamage for an array whose numbers cannot be."""
    if array == NULL or array.release == NULL:
        raise ArrowDamage(f"The array of {where} is released or missing.")
    if not 0 <= array.length <= MOST_ROWS or not 0 <= array.offset <= MOST_ROWS:
        raise ArrowDamage(f"The array of {where} has length {array.length} and offset {array.offset}.")
    if not buffers <= array.n_buffers <= MOST_ITEMS or (buffers and array.buffers == NULL):
        raise ArrowDamage(f"The array of {where} has {array.n_buffers} buffers. Expected {buffers}.")
    if array.n_children != schema.n_children or (array.n_children and array.children == NULL):
        raise ArrowDamage(f"{where} has {schema.n_children} children in the schema, {array.n_children} in the array.")
    if buffers and array.null_count > 0 and array.buffers[0] == NULL and array.length:
        raise ArrowDamage(f"The array of {where} has {array.null_count} nulls, and no bits that say which.")


cdef check_length(const ArrowArray* array, int64_t rows, str where):
    if array == NULL or array.release == NULL or array.length < rows:
        found = 0 if array == NULL else array.length
        raise ArrowDamage(f"The array of {where!r:.60} has {found} cells. Expected {rows}.")


cdef int nodes_of(const ArrowSchema* schema, int depth) except -1:
    """Return how many columns a column is made of."""
    cdef int number = 1
    if schema == NULL or schema.format == NULL or schema.release == NULL:
        raise ArrowDamage("A column of the schema is missing or released.")
    if depth == DEEPEST:
        return number
    if schema.dictionary != NULL:
        return number + nodes_of(schema.dictionary, depth + 1)
    if not 0 <= schema.n_children <= MOST_MOVES or (schema.n_children and schema.children == NULL):
        raise ArrowDamage(f"Column {name_of(schema)!r:.60} has {schema.n_children} children.")
    for index in range(schema.n_children):
        number += nodes_of(schema.children[index], depth + 1)
    return number


cdef tuple NUMBERS = (b"c", b"C", b"s", b"S", b"i", b"I", b"l", b"L")


cdef read_format(const ArrowSchema* schema, Column* column):
    """Set the kind of a column."""
    cdef bytes text = schema.format
    column.kind, column.width = FOREIGN, 0
    if text == b"n":
        column.kind = NULLS
    elif text == b"b":
        column.kind = TRUTHS
    elif text in NUMBERS:
        number = NUMBERS.index(text)
        column.kind, column.width = NATURALS if number & 1 else INTEGERS, 1 << number // 2
        column.is_signed = column.kind == INTEGERS
    elif text in (b"f", b"g"):
        column.kind, column.width = REALS, 4 if text == b"f" else 8
    elif text in (b"u", b"z", b"U", b"Z"):
        column.kind, column.width = TEXTS, 4 if text in (b"u", b"z") else 8
    elif text in (b"vu", b"vz"):
        column.kind = VIEWS
    elif text in (b"+l", b"+L", b"+m"):
        column.kind, column.width, column.is_map = LISTS, 8 if text == b"+L" else 4, text == b"+m"
    elif text in (b"+vl", b"+vL"):
        column.kind, column.width = LIST_VIEWS, 4 if text == b"+vl" else 8
    elif text.startswith(b"+w:") and text[3:].isdigit() and len(text) < 12:
        column.kind, column.width = FIXED_LISTS, int(text[3:])
    elif text == b"+s":
        column.kind = STRUCTS
    elif text == b"_pli128":  # Polars writes its numbers of 128 bits so
        column.kind, column.width = DECIMALS, 16
    elif text.startswith(b"d:"):
        read_decimal(text[2:].decode(errors="replace").split(","), column)


cdef read_decimal(list numbers, Column* column):
    """Set the kind of a column of decimals from precision, scale and, unless it is 128, the number of bits."""
    if all(number.isdecimal() and len(number) < 4 for number in numbers) and 2 <= len(numbers) <= 3:
        bits = int(numbers[2]) if len(numbers) == 3 else 128
        if int(numbers[1]) <= MOST_DIGITS and bits in (32, 64, 128, 256):
            column.kind, column.width, column.scale = DECIMALS, bits // 8, int(numbers[1])


cdef int* BUFFERS = [0, 2, 2, 2, 2, 3, 3, 2, 3, 1, 1, 2, 2, 0]  # by kind, the fewest


cdef read_column(
    const ArrowSchema* schema, const ArrowArray* array, Column* column, Column** vacant, str where, int64_t length, int depth
):
    """Set a column and its children, which take the next free places. Raises ArrowDamage.

    ``length`` is how many of its cells can be read, -1 for all that the array has. Those beyond are not looked at.
    """
    cdef int index
    read_format(schema, column)
    if schema.dictionary != NULL:
        column.kind = ENCODED if column.kind in (INTEGERS, NATURALS) else FOREIGN
    if depth == DEEPEST:
        column.kind = FOREIGN
    check_array(schema, array, where, BUFFERS[column.kind])
    column.name = schema.name
    if column.name == NULL:
        column.name = b""
    column.offset, column.length = array.offset, length
    if length < 0:
        column.length = length = array.length
    if array.length < length:
        raise ArrowDamage(f"The array of {where} has {array.length} cells. Expected {length}.")
    if column.kind == FOREIGN and array.n_buffers > 0 and array.buffers != NULL and schema.format[0] != b"+":
        column.valid = <const u8*>array.buffers[0]
    if column.kind == FOREIGN or column.kind == NULLS:
        return
    column.valid = <const u8*>array.buffers[0]
    if array.n_buffers > 1:
        column.data = <const u8*>array.buffers[1]
    if array.n_buffers > 2:
        column.more = <const u8*>array.buffers[2]
    if column.length and column.kind not in (FIXED_LISTS, STRUCTS) and column.data == NULL:
        raise ArrowDamage(f"The array of {where} has no data.")
    if column.kind == TEXTS or column.kind == LISTS:
        # Of the whole array: that of fewer cells may lie.
        column.last = offset_at(column, array.length) if array.length else 0
        if column.last < 0 or (column.kind == TEXTS and column.last and column.more == NULL):
            raise ArrowDamage(f"The offsets of {where} end at {column.last}, where there is nothing.")
    if column.kind == LIST_VIEWS and column.length and column.more == NULL:
        raise ArrowDamage(f"The array of {where} has no sizes.")
    if column.kind == VIEWS:
        column.pieces, column.pieces_number = &array.buffers[2], array.n_buffers - 3
        column.sizes = <const u8*>array.buffers[array.n_buffers - 1]
        if column.pieces_number and column.sizes == NULL:
            raise ArrowDamage(f"The array of {where} has no sizes of its buffers.")
    column.children = 1 if column.kind == ENCODED else schema.n_children
    if column.kind in (LISTS, LIST_VIEWS, FIXED_LISTS) and column.children != 1:
        raise ArrowDamage(f"{where} is a list of {column.children} children. Expected 1.")
    column.first = vacant[0]
    vacant[0] += column.children
    if column.kind == ENCODED:
        read_column(schema.dictionary, array.dictionary, column.first, vacant, f"the dictionary of {where}", -1, depth + 1)
        return
    length = column.last
    if column.kind == STRUCTS:
        length = column.offset + column.length
    elif column.kind == FIXED_LISTS:
        length = (column.offset + column.length) * column.width
    elif column.kind == LIST_VIEWS:
        length = -1
    for index in range(column.children):
        read_column(
            schema.children[index], array.children[index], &column.first[index], vacant,
            f"{where}, {name_of(schema.children[index])!r:.60}", length, depth + 1,
        )


cdef inline int64_t signed_at(const u8* data, int width, int64_t index) noexcept nogil:
    """Return a number of an array, which may lie at any address."""
    cdef int8_t one
    cdef int16_t two
    cdef int32_t four
    cdef int64_t eight
    if width == 4:
        memcpy(&four, data + 4 * index, 4)
        return four
    if width == 8:
        memcpy(&eight, data + 8 * index, 8)
        return eight
    if width == 2:
        memcpy(&two, data + 2 * index, 2)
        return two
    memcpy(&one, data + index, 1)
    return one


cdef inline int64_t offset_at(const Column* column, int64_t row) noexcept nogil:
    return signed_at(column.data, column.width, column.offset + row)


cdef inline bint has_value(const Column* column, int64_t row) noexcept nogil:
    if column.kind == NULLS:
        return False
    row += column.offset
    return column.valid == NULL or column.valid[row >> 3] >> (row & 7) & 1


cdef inline u64 natural_at(const Column* column, int64_t row) noexcept nogil:
    """Return a number without a sign; one with a sign as the bits of its 64-bit number."""
    cdef int64_t number = signed_at(column.data, column.width, column.offset + row)
    if column.is_signed or column.width == 8:
        return <u64>number
    return <u64>number & ((<u64>1 << 8 * column.width) - 1)


cdef inline int64_t entry_at(const Column* column, int64_t row) noexcept nogil:
    """Return the index of a cell's entry in the dictionary; -1 if it has no such entry."""
    cdef int64_t index = <int64_t>natural_at(column, row)
    return index if 0 <= index < column.first.length else -1


cdef int text_in(const Column* column, int64_t row, Text* text) noexcept nogil:
    """Read a cell of text, UTF-8 or not."""
    cdef int64_t start, end
    if not has_value(column, row):
        return ABSENT
    if column.kind == ENCODED:
        row = entry_at(column, row)
        return DAMAGED if row < 0 else text_in(column.first, row, text)
    if column.kind == VIEWS:
        return view_in(column, row, text)
    if column.kind != TEXTS:
        return OTHER
    start, end = offset_at(column, row), offset_at(column, row + 1)
    if not 0 <= start <= end <= column.last:
        return DAMAGED
    text.start, text.length = column.more + start, end - start
    return PRESENT


cdef int view_in(const Column* column, int64_t row, Text* text) noexcept nogil:
    cdef const u8* view = column.data + 16 * (column.offset + row)
    cdef int64_t length = signed_at(view, 4, 0), piece, start
    if length < 0:
        return DAMAGED
    text.length = length
    if length <= 12:
        text.start = view + 4
        return PRESENT
    piece, start = signed_at(view, 4, 2), signed_at(view, 4, 3)
    if not 0 <= piece < column.pieces_number or start < 0 or column.pieces[piece] == NULL:
        return DAMAGED
    if start + length > signed_at(column.sizes, 8, piece):
        return DAMAGED
    text.start = <const u8*>column.pieces[piece] + start
    return PRESENT


cdef int items_in(const Column* column, int64_t row, const Column** items, int64_t* start, int64_t* end) noexcept nogil:
    """Read where the items of a list are among those of its child."""
    if not has_value(column, row):
        return ABSENT
    if column.kind == ENCODED:
        row = entry_at(column, row)
        return DAMAGED if row < 0 else items_in(column.first, row, items, start, end)
    items[0] = column.first
    if column.kind == LISTS:
        start[0], end[0] = offset_at(column, row), offset_at(column, row + 1)
        return PRESENT if 0 <= start[0] <= end[0] <= column.last else DAMAGED
    if column.kind == FIXED_LISTS:
        start[0] = (column.offset + row) * column.width
        end[0] = start[0] + column.width
        return PRESENT
    if column.kind == LIST_VIEWS:
        start[0] = offset_at(column, row)
        end[0] = signed_at(column.more, column.width, column.offset + row)
        if not 0 <= start[0] <= MOST_ROWS or not 0 <= end[0] <= MOST_ROWS:
            return DAMAGED
        end[0] += start[0]
        return PRESENT if end[0] <= column.first.length else DAMAGED
    return OTHER


cdef int number_in(const Column* column, int64_t row, u64* number) noexcept nogil:
    """Read a whole number that is not negative, of any type; OTHER for any other value."""
    cdef float narrow
    cdef double real
    if not has_value(column, row):
        return ABSENT
    if column.kind == ENCODED:
        row = entry_at(column, row)
        return DAMAGED if row < 0 else number_in(column.first, row, number)
    if column.kind == REALS:
        if column.width == 4:
            memcpy(&narrow, column.data + 4 * (column.offset + row), 4)
            real = narrow
        else:
            memcpy(&real, column.data + 8 * (column.offset + row), 8)
        if not 0 <= real <= HIGHEST_EXACT or real != <double><u64>real:
            return OTHER
        number[0] = <u64>real
        return PRESENT
    if column.kind == DECIMALS:
        return whole_in(column, row, number)
    if column.kind != INTEGERS and column.kind != NATURALS:
        return OTHER
    number[0] = natural_at(column, row)
    return OTHER if column.kind == INTEGERS and <int64_t>number[0] < 0 else PRESENT


cdef int whole_in(const Column* column, int64_t row, u64* number) noexcept nogil:
    """Read a decimal that is a whole number of at most 64 bits and not negative; OTHER for any other."""
    cdef const u8* at = column.data + column.width * (column.offset + row)
    cdef int index, size = min(column.width, 8)
    number[0] = 0
    memcpy(number, at, size)
    for index in range(size, column.width):
        if at[index]:
            return OTHER
    if column.width < 8 and at[size - 1] >> 7:
        return OTHER
    for index in range(column.scale):
        if number[0] % 10:
            return OTHER
        number[0] //= 10
    return PRESENT


cdef int add_cell(const Column* column, int64_t row, u8** out, u8* end) noexcept nogil:
    """Write a cell so that equal bytes mean equal cells; OTHER if there is no room for it."""
    cdef Text text
    cdef u64 number
    cdef int64_t start, stop, item
    cdef const Column* items
    cdef int status = ABSENT, child
    if out[0] + 9 > end:
        return OTHER
    if not has_value(column, row):
        out[0][0] = b"-"
        out[0] += 1
        return ABSENT
    if column.kind == ENCODED:
        row = entry_at(column, row)
        return DAMAGED if row < 0 else add_cell(column.first, row, out, end)
    if column.kind == TEXTS or column.kind == VIEWS:
        status = text_in(column, row, &text)
        if status != PRESENT:
            return status
        if out[0] + 9 + text.length > end:
            return OTHER
        out[0] = put_text(put_tagged(out[0], b"t", &text.length, 8), &text)
        return PRESENT
    if column.kind == STRUCTS:
        for child in range(column.children):
            status = add_cell(&column.first[child], column.offset + row, out, end)
            if status > PRESENT:
                return status
        return PRESENT
    if column.kind == LISTS or column.kind == LIST_VIEWS or column.kind == FIXED_LISTS:
        status = items_in(column, row, &items, &start, &stop)
        if status != PRESENT:
            return status
        number = stop - start
        out[0] = put_tagged(out[0], b"l", &number, 8)
        for item in range(start, stop):
            status = add_cell(items, item, out, end)
            if status > PRESENT:
                return status
        return PRESENT
    if column.kind == TRUTHS:
        row += column.offset
        out[0][0] = b"1" if column.data[row >> 3] >> (row & 7) & 1 else b"0"
        out[0] += 1
        return PRESENT
    if column.kind == INTEGERS or column.kind == NATURALS:
        number = natural_at(column, row)
        out[0] = put_tagged(out[0], b"n", &number, 8)
        return PRESENT
    if (column.kind == REALS or column.kind == DECIMALS) and out[0] + 1 + column.width <= end:
        out[0] = put_tagged(out[0], b"d", column.data + column.width * (column.offset + row), column.width)
        return PRESENT
    return OTHER


cdef inline u8* put_tagged(u8* out, u8 tag, const void* value, int size) noexcept nogil:
    out[0] = tag
    memcpy(out + 1, value, size)
    return out + 1 + size


cdef object value_in(const Column* column, int64_t row, Py_ssize_t* left):
    """Return a cell as Python has it: a map or a struct as a dictionary without nulls.

    ``left`` is how many items may still be read. Raises ArrowDamage, and ValueError for a cell that has no
    such value.
    """
    cdef Text text
    cdef int64_t start, end, item
    cdef const Column* items
    cdef double real
    if not has_value(column, row):
        return None
    left[0] -= 1
    if left[0] < 0:
        raise ValueError(f"has more than {MOST_ITEMS:,} items")
    kind = column.kind
    if kind == ENCODED:
        start = entry_at(column, row)
        if start < 0:
            raise ArrowDamage("has an index beyond its dictionary")
        return value_in(column.first, start, left)
    if kind == TRUTHS:
        row += column.offset
        return bool(column.data[row >> 3] >> (row & 7) & 1)
    if kind == NATURALS:
        return natural_at(column, row)
    if kind == INTEGERS:
        return <int64_t>natural_at(column, row)
    if kind == DECIMALS:
        data = column.data + column.width * (column.offset + row)
        digits = int.from_bytes(PyBytes_FromStringAndSize(<const char*>data, column.width), "little", signed=True)
        value, rest = divmod(digits, 10**column.scale)
        return digits / 10**column.scale if rest else value
    if kind == REALS:
        if column.width == 8:
            memcpy(&real, column.data + 8 * (column.offset + row), 8)
            return real
        return PyMemoryView_FromMemory(<char*>column.data + 4 * (column.offset + row), 4, PyBUF_READ).cast("f")[0]
    if kind == TEXTS or kind == VIEWS:
        if text_in(column, row, &text) != PRESENT:
            raise ArrowDamage("has offsets outside its text")
        try:
            return bytes_of(&text).decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"is not UTF-8 text: byte {error.start} is wrong") from None
    if kind == STRUCTS:
        members = {}
        for child in range(column.children):
            value = value_in(&column.first[child], column.offset + row, left)
            if value is not None:
                members[(<bytes>column.first[child].name).decode(errors="replace")] = value
        return members
    if kind == LISTS or kind == LIST_VIEWS or kind == FIXED_LISTS:
        if items_in(column, row, &items, &start, &end) != PRESENT:
            raise ArrowDamage("has offsets outside its list")
        if end - start > left[0]:
            raise ValueError(f"has more than {MOST_ITEMS:,} items")
        cells = [value_in(items, item, left) for item in range(start, end)]
        if column.is_map and column.first.kind == STRUCTS and column.first.children == 2:
            return dict_of(cells)
        return cells
    raise ValueError("has a type of Arrow that no field of a log has")


cdef dict dict_of(list entries):
    """Return the entries of a map, each a dictionary of its key and its value, as one dictionary."""
    members = {}
    for entry in entries:
        pair = list((entry or {}).values())
        if len(pair) == 2 and isinstance(pair[0], str):
            members[pair[0]] = pair[1]
    return members


cdef void release_array(ArrowArray* array) noexcept nogil:
    """Release a borrowed array: its structs are ours, its buffers its holder's."""
    cdef int64_t index
    for index in range(array.n_children):
        if array.children[index].release != NULL:
            array.children[index].release(array.children[index])
        free(array.children[index])
    free(array.children)
    if array.dictionary != NULL:
        if array.dictionary.release != NULL:
            array.dictionary.release(array.dictionary)
        free(array.dictionary)
    array.release = NULL
    let_go(array.private_data)


cdef void release_schema(ArrowSchema* schema) noexcept nogil:
    """Release a borrowed schema, likewise."""
    cdef int64_t index
    for index in range(schema.n_children):
        if schema.children[index].release != NULL:
            schema.children[index].release(schema.children[index])
        free(schema.children[index])
    free(schema.children)
    if schema.dictionary != NULL:
        if schema.dictionary.release != NULL:
            schema.dictionary.release(schema.dictionary)
        free(schema.dictionary)
    schema.release = NULL
    let_go(schema.private_data)


cdef void let_go(void* holder) noexcept nogil:
    # A process that ends releases nothing.
    if Py_IsInitialized():
        with gil:
            Py_DECREF(<object>holder)


cdef check_kept(bint is_there, int64_t number, const void** children, str what):
    """Raise ArrowDamage for a struct of a column that is kept, if it is released or lacks what it has by its numbers."""
    if not is_there or not 0 <= number <= MOST_ITEMS or (number and children == NULL):
        raise ArrowDamage(f"The {what} of a column that is kept is released, or it has {number} children or buffers.")
    for index in range(number):
        if children[index] == NULL:
            raise ArrowDamage(f"The {what} of a column that is kept lacks child {index}.")


cdef borrow_array(const ArrowArray* source, object holder, ArrowArray* target):
    """Copy the structs of an array, whose buffers ``holder`` keeps."""
    cdef ArrowArray* child
    target[0] = source[0]
    target.n_children, target.children, target.dictionary = 0, NULL, NULL
    target.private_data, target.release = <void*>holder, release_array
    Py_INCREF(holder)
    check_kept(source.release != NULL, source.n_children, <const void**>source.children, "array")
    check_kept(True, source.n_buffers if source.buffers == NULL else 0, NULL, "array")
    if source.n_children:
        target.children = <ArrowArray**>checked(malloc(source.n_children * sizeof(ArrowArray*)))
    for index in range(source.n_children):
        child = <ArrowArray*>checked(malloc(sizeof(ArrowArray)))
        child.release = NULL
        target.children[index] = child
        target.n_children += 1
        borrow_array(source.children[index], holder, child)
    if source.dictionary != NULL:
        target.dictionary = <ArrowArray*>checked(malloc(sizeof(ArrowArray)))
        target.dictionary.release = NULL
        borrow_array(source.dictionary, holder, target.dictionary)


cdef borrow_schema(const ArrowSchema* source, object holder, ArrowSchema* target):
    """Copy the structs of a schema, whose texts ``holder`` keeps."""
    cdef ArrowSchema* child
    target[0] = source[0]
    target.n_children, target.children, target.dictionary = 0, NULL, NULL
    target.private_data, target.release = <void*>holder, release_schema
    Py_INCREF(holder)
    check_kept(source.release != NULL and source.format != NULL, source.n_children, <const void**>source.children, "schema")
    if source.n_children:
        target.children = <ArrowSchema**>checked(malloc(source.n_children * sizeof(ArrowSchema*)))
    for index in range(source.n_children):
        child = <ArrowSchema*>checked(malloc(sizeof(ArrowSchema)))
        child.release = NULL
        target.children[index] = child
        target.n_children += 1
        borrow_schema(source.children[index], holder, child)
    if source.dictionary != NULL:
        target.dictionary = <ArrowSchema*>checked(malloc(sizeof(ArrowSchema)))
        target.dictionary.release = NULL
        borrow_schema(source.dictionary, holder, target.dictionary)


cdef void* checked(void* memory) except NULL:
    if memory == NULL:
        raise MemoryError
    return memory
